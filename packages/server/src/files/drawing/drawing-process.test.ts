import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterEach, expect, it, vi } from 'vitest';
import { drawApart, idleMilliseconds } from './drawing-process.ts';

afterEach(() => vi.useRealTimers());

const noise = (side: number) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();

/** The processes that draw for this one. */
async function listDrawers(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  const found = await Promise.all(
    children
      .trim()
      .split(' ')
      .map(async (pid) => {
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        return line.includes('draw-worker') ? [Number(pid)] : [];
      }),
  );
  return found.flat();
}

it.runIf(process.platform === 'linux')(
  'draws apart, survives what ends the process that draws, and lets go of it when nothing is left to be drawn',
  async () => {
    // Both before anything is drawn: the process is let go of ten seconds after, however long the large one takes.
    const [bytes, large] = [await noise(40), await noise(2000)];
    const [logo, evidence] = await Promise.all([
      drawApart('logo', bytes),
      drawApart('evidence', bytes),
    ]);
    expect(logo).toMatchObject({ large: { width: 256 }, small: { width: 64, height: 64 } });
    expect(evidence).toMatchObject({ whole: { width: 40 }, preview: { width: 40 } });
    expect(Buffer.isBuffer(logo.small.bytes)).toBe(true);
    const [drawer, ...more] = await listDrawers();
    expect(more).toEqual([]);

    const broken = expect(drawApart('evidence', large)).rejects.toMatchObject({
      code: 'picture_broken',
    });
    process.kill(drawer ?? 0, 'SIGSEGV');
    await broken;
    expect(idleMilliseconds).toBe(10_000);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect((await drawApart('logo', bytes)).large.width).toBe(256);
    expect(await listDrawers()).toHaveLength(1);
    vi.advanceTimersByTime(idleMilliseconds - 1);
    expect((await drawApart('logo', bytes)).large.width).toBe(256);
    vi.advanceTimersByTime(idleMilliseconds - 1);
    expect(await listDrawers()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    vi.useRealTimers();
    await vi.waitUntil(async () => (await listDrawers()).length === 0, { timeout: 60_000 });
    expect((await drawApart('logo', bytes)).large.width).toBe(256);
  },
);
