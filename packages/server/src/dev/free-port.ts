import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A free port of this machine for a process that must know its address before it starts. Systems give those from
 * 32768 on to whoever names none, and could give away one that was only tried; none from here.
 */
export async function findFreePort(): Promise<number> {
  const port = randomInt(20_000, 30_000);
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : findFreePort();
}
