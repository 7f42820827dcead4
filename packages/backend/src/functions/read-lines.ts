import type { Readable } from 'node:stream';
import type { FunctionLimits } from './limits.ts';

/** Hands on what is said line by line: long ones are cut, and of a flood only so many a second. */
export function readLines(
  stream: Readable,
  limits: Pick<FunctionLimits, 'lineLength' | 'linesPerSecond'>,
  onLine: (line: string) => void,
): void {
  const pace = createPace(limits.linesPerSecond);
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    // Cut here too: one without an end would be kept whole.
    rest = cut(lines.pop() ?? '', limits.lineLength);
    for (const line of lines) {
      if (line.trim() !== '' && pace()) {
        onLine(cut(line, limits.lineLength));
      }
    }
  });
  stream.on('end', () => {
    if (rest.trim() !== '') {
      onLine(rest);
    }
  });
}

function cut(line: string, length: number): string {
  return line.length > length ? line.slice(0, length) : line;
}

/** Says yes so many times a second. */
function createPace(perSecond: number): () => boolean {
  let second = 0;
  let said = 0;
  return () => {
    const now = Math.floor(performance.now() / 1000);
    said = now === second ? said + 1 : 1;
    second = now;
    return said <= perSecond;
  };
}
