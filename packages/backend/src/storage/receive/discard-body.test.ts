import { expect, test } from 'vitest';
import { readBody, readJson } from './body.ts';
import { discardBody } from './discard-body.ts';

const mebibyte = 1024 * 1024;

/** A body of so many pieces of a mebibyte, and what became of it. */
function openBody(pieces: number, then: 'ends' | 'is silent' | 'breaks off' = 'ends') {
  const became = { given: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (became.given < pieces) {
          became.given += 1;
          controller.enqueue(new Uint8Array(mebibyte));
        } else if (then === 'ends') {
          controller.close();
        } else if (then === 'breaks off') {
          controller.error(new Error('gone'));
        } else {
          await new Promise(() => undefined);
        }
      },
      cancel() {
        became.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, became };
}

const toRequest = (stream: ReadableStream<Uint8Array>) => {
  const init = { method: 'POST', body: stream, duplex: 'half' };
  return new Request('http://league.test', init);
};

test.each([
  [0, 0, false],
  [15, 15, false],
  [16, 16, true],
  [20, 16, true],
])(
  'of a body of %i MiB that nobody wants %i are read on, and it is cut there: %s',
  async (pieces, given, isCancelled) => {
    const { stream, became } = openBody(pieces);
    await discardBody(stream.getReader());
    expect(became).toEqual({ given, isCancelled });
  },
);

test('a body that nobody wants and that is silent is cut', async () => {
  const { stream, became } = openBody(1, 'is silent');
  await discardBody(stream.getReader());
  expect(became).toEqual({ given: 1, isCancelled: true });
});

test('of a body that was wanted as far as that the rest is read on', async () => {
  const { stream, became } = openBody(20);
  for await (const piece of readBody(toRequest(stream))) {
    expect(piece).toHaveLength(mebibyte);
    break;
  }
  expect(became).toEqual({ given: 17, isCancelled: true });
});

test('a body that breaks off is told as its sender’s doing', async () => {
  const { stream } = openBody(1, 'breaks off');
  await expect(readJson(toRequest(stream))).rejects.toMatchObject({
    body: { statusCode: '400', message: 'The upload broke off' },
  });
});

test.each([
  ['', {}],
  ['{"a":"ä"}', { a: 'ä' }],
  ['[1]', [1]],
])('a body of JSON is read, and none is an empty object: %j', async (body, value) => {
  expect(await readJson(new Request('http://league.test', { method: 'POST', body }))).toEqual(
    value,
  );
});

test('a request without a body says nothing', async () => {
  expect(await readJson(new Request('http://league.test', { method: 'POST' }))).toEqual({});
});
