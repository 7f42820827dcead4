/** Whether somebody left in the middle of their own request, which is nobody's failure here: Node's word for it. */
export function isBrokenOff(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    thrown.message === 'aborted' &&
    'code' in thrown &&
    thrown.code === 'ECONNRESET'
  );
}
