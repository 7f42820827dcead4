import { expect, it } from 'vitest';
import { toLines } from './lines.ts';

const mebibyte = 1024 * 1024;

async function read(...chunks: (string | Buffer)[]): Promise<string[][]> {
  async function* all() {
    for (const chunk of chunks) {
      yield Buffer.from(chunk);
    }
  }
  return Array.fromAsync(toLines(all(), 'rows.ndjson'));
}

it('gives whole lines, wherever the bytes were cut', async () => {
  expect(await read('a\nb', 'c\n', 'd', 'e', 'f\n\n')).toEqual([['a'], ['bc'], ['def', '']]);
  expect(await read('ä\n'.repeat(2))).toEqual([['ä', 'ä']]);
  const [first = 0, second = 0] = Buffer.from('ä');
  expect(await read(Buffer.from([first]), Buffer.from([second, 10]))).toEqual([['ä']]);
  expect(await read()).toEqual([]);
});

it('ends with a line', async () => {
  await expect(read('a\nb')).rejects.toThrow('rows.ndjson ends in the middle of a line');
});

it('has no line of more than 64 MiB', async () => {
  const long = Buffer.alloc(64 * mebibyte, 'x');
  const [[line = ''] = []] = await read(long, '\n');
  expect(line).toHaveLength(64 * mebibyte);
  await expect(read('a\n', long, 'x', '\n')).rejects.toThrow(
    'rows.ndjson has a line of more than 67108864 bytes',
  );
});
