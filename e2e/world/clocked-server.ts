import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { startServer } from '../server/start-server.ts';

export interface ClockedServer {
  url: string;
  dataDir: string;
  /** How far its clock runs ahead of the real one, in milliseconds. */
  getAhead(): number;
  /** Lets time pass until an instant: its clock jumps there and runs on. Never back. */
  passUntil(instant: string | number): Promise<void>;
}

/** One that whoever started it stops. */
export interface StartedClockedServer extends ClockedServer {
  stop(): Promise<void>;
}

async function readServerTime(url: string): Promise<number> {
  const answer = await fetch(`${url}/about/_payload.json`);
  return ((await answer.json()) as { now: number }).now;
}

/** A server of one's own whose clock can be moved while it runs; everything else is as ever. */
export async function startClockedServer(): Promise<StartedClockedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'muster-clock-'));
  const file = join(folder, 'ahead');
  const preload = pathToFileURL(join(import.meta.dirname, 'moved-clock.ts')).href;
  const server = await startServer({
    env: { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK_FILE: file },
  });
  let ahead = 0;
  return {
    url: server.url,
    dataDir: server.dataDir,
    getAhead: () => ahead,
    async passUntil(instant) {
      const wanted = typeof instant === 'number' ? instant : Date.parse(instant);
      ahead = Math.max(ahead, wanted - Date.now());
      writeFileSync(file, String(ahead));
      server.process.kill('SIGUSR2');
      await expect
        .poll(() => readServerTime(server.url))
        .toBeGreaterThanOrEqual(Date.now() + ahead - 1000);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
