/** What this thread has had of the processor, in milliseconds: a busy machine does not count as a hold. */
function getUsed(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The most work, in milliseconds, that was done without anybody else having their turn, and how long all of it took. */
export async function measureHold(
  work: () => Promise<unknown>,
): Promise<{ hold: number; took: number }> {
  let [hold, last] = [0, getUsed()];
  const look = () => {
    const used = getUsed();
    hold = Math.max(hold, used - last);
    last = used;
  };
  const timer = setInterval(look, 1);
  const started = performance.now();
  await work();
  look();
  clearInterval(timer);
  return { hold, took: performance.now() - started };
}
