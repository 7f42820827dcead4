import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createS3Client } from './s3-client.ts';

/** Collects garbage again and again until it is over, as a long-running process does in the end. */
async function collectUntilOver(asking: Promise<unknown>): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  asking.then(over, over);
  while (!isOver) {
    collect();
    await pause(10);
  }
}

test.each([
  ['its patience', 200, () => null],
  ['whoever stops it', 60_000, () => AbortSignal.timeout(200)],
])('an S3 that never answers keeps nobody longer than %s lets it', async (_, patience, stop) => {
  const silent = createServer((asked) => asked.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const client = createS3Client(`http://key:secret@127.0.0.1:${port}/bucket`, patience, stop());
  const asking = client.put('silent', new Uint8Array(9));
  const refused = expect(asking).rejects.toMatchObject({ name: 'TimeoutError' });
  await collectUntilOver(asking);
  await refused;
  silent.closeAllConnections();
  silent.close();
});
