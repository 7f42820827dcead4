import { startServer } from './start-server.ts';

/** One living league for all specs: each spec makes its own people and teams in it. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env.MUSTER_URL !== undefined) {
    return async () => {};
  }
  const server = await startServer();
  process.env.MUSTER_URL = server.url;
  process.env.MUSTER_DATA_DIR = server.dataDir;
  return () => server.stop();
}
