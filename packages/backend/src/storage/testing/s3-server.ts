import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3 that checks signatures, with one bucket. */
export interface S3Server {
  /** As the operator names it. */
  url: string;
  /** The ids of which something lies there. */
  listIds(): Promise<string[]>;
  /** From now on it answers nothing. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'muster-s3-'));
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: 'league' }],
  });
  const { port } = await server.run();
  let isOpen = true;
  const close = async () => {
    if (isOpen) {
      isOpen = false;
      await server.close();
    }
  };
  return {
    url: `http://S3RVER:S3RVER@127.0.0.1:${port}/league/files`,
    async listIds() {
      const files = await readdir(join(directory, 'league'), {
        ...{ recursive: true, withFileTypes: true },
      });
      const ids = files
        .filter((file) => file.isFile())
        .map((file) => /files\/([0-9a-f-]{36})/.exec(join(file.parentPath, file.name))?.[1] ?? '');
      return [...new Set(ids)].filter((id) => id !== '').sort();
    },
    close,
    [Symbol.asyncDispose]: async () => {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
