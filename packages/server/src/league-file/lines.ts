import { FileFault } from './file-fault.ts';

/** The largest row of a league is a season's state, a few megabytes. */
const mostLineBytes = 64 * 1024 * 1024;
const newLine = 10;

/** The lines of an entry, without their ends, as they come together. */
export async function* toLines(
  bytes: AsyncIterable<Buffer>,
  path: string,
): AsyncGenerator<string[]> {
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    const end = chunk.lastIndexOf(newLine);
    if (end >= 0) {
      const whole = Buffer.concat([...rest, chunk.subarray(0, end)]);
      yield whole.toString('utf8').split('\n');
      rest = [];
      length = 0;
    }
    const tail = chunk.subarray(end + 1);
    rest.push(tail);
    length += tail.length;
    if (length > mostLineBytes) {
      throw new FileFault(`${path} has a line of more than ${mostLineBytes} bytes`);
    }
  }
  if (length > 0) {
    throw new FileFault(`${path} ends in the middle of a line`);
  }
}
