import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from './start-server.ts';

/**
 * One living league for all specs: each spec makes its own people and teams in it. Its demonstration is played once;
 * what was there then is copied for specs that start a league of their own.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.MUSTER_URL !== undefined) {
    return async () => {};
  }
  const furnished = mkdtempSync(join(tmpdir(), 'muster-e2e-furnished-'));
  const first = await startServer({ dataDir: furnished });
  await first.stop();
  process.env.MUSTER_FURNISHED = furnished;
  const server = await startServer();
  process.env.MUSTER_URL = server.url;
  process.env.MUSTER_DATA_DIR = server.dataDir;
  return async () => {
    await server.stop();
    rmSync(furnished, { recursive: true, force: true });
  };
}
