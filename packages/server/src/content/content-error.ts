/** A mistake in the league's content; its message is the one line that the start prints. */
export class ContentError extends Error {}

const place = /(?:file:\/\/)?(\S*\/content\/[\w./-]+\.ts(?::\d+)?)/;

/**
 * What is wrong with a file of the content that cannot be read at all, in one line with file and line; null
 * for every other error. Node says where in the stack's first lines.
 */
export function describeUnreadable(error: unknown): string | null {
  if (!(error instanceof Error) || error.stack === undefined) {
    return null;
  }
  const [head = '', first = ''] = error.stack.split(/\n\s*at /);
  const isOfLoading =
    error instanceof SyntaxError || ('code' in error && error.code === 'ERR_MODULE_NOT_FOUND');
  // What a file throws while it is read stands on the first line of calls.
  const [, file] = place.exec(isOfLoading ? head.replace(/^.* imported from /, '') : first) ?? [];
  if (file === undefined || /(check|load)-content\.ts/.test(file)) {
    return null;
  }
  return `content: ${file.replace(/^.*?(?=packages\/)/, '')}: ${error.message.split('\n')[0]}`;
}
