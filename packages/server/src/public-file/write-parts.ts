import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { toDataScript } from '@muster/site/public-file/data-script.ts';

const pack = promisify(deflateRaw);

/** So much text is in one script: little enough to be unpacked at once, enough that there are few. */
const partLength = 400_000;

/** Puts a script of data into the file. */
export type AddScript = (path: string, content: string) => Promise<void>;

export async function addData(add: AddScript, name: string, content: string): Promise<void> {
  await add(`data/${name}.js`, toDataScript(name, await pack(content)));
}

/**
 * Writes pages, which come in the order of their addresses, as scripts of data. Returns the first address of each.
 * @param pages the address of each and what is kept of it, as JSON
 */
export async function writePages(
  add: AddScript,
  kind: string,
  pages: AsyncIterable<readonly [address: string, json: string]>,
): Promise<string[]> {
  const starts: string[] = [];
  let members: string[] = [];
  let length = 0;
  const end = async () => {
    if (members.length > 0) {
      await addData(add, `${kind}-${starts.length - 1}`, `{${members.join(',')}}`);
    }
    members = [];
    length = 0;
  };
  for await (const [address, json] of pages) {
    if (members.length === 0) {
      starts.push(address);
    }
    members.push(`${JSON.stringify(address)}:${json}`);
    length += json.length;
    if (length >= partLength) {
      await end();
    }
  }
  await end();
  return starts;
}

/**
 * Writes a log as scripts of data. Returns the number of the line that each begins at.
 * @param chunks some whole lines each
 */
export async function writeLog(
  add: AddScript,
  name: string,
  chunks: AsyncIterable<string>,
): Promise<number[]> {
  const starts: number[] = [];
  let text = '';
  const end = async () => {
    await addData(add, `${name}-${starts.length}`, text);
    const first = JSON.parse(text.slice(0, text.indexOf('\n'))) as { sequence: number };
    starts.push(first.sequence);
    text = '';
  };
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length >= partLength) {
      await end();
    }
  }
  if (text !== '') {
    await end();
  }
  return starts;
}
