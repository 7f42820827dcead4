import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Asks somebody at a terminal for a secret key, which nobody sees while it is typed. Ctrl-C is the signal's. */
export async function askForKey(
  input: NodeJS.ReadStream,
  output: NodeJS.WritableStream,
  signal: AbortSignal,
): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reading = createInterface({ input, output: nowhere, terminal: true });
  // A terminal that is read letter by letter hands Ctrl-C over as a letter.
  reading.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  output.write('The secret key (AGE-SECRET-KEY-1…), or Ctrl-C: ');
  try {
    return await reading.question('', { signal });
  } finally {
    reading.close();
    output.write('\n');
  }
}
