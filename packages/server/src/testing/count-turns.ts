import { vi } from 'vitest';

/**
 * Does a long piece of work and counts the turns that others had meanwhile. A clock that goes on by a millisecond at each
 * look stands for work that takes time.
 */
export async function countTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; turns: number }> {
  let [now, turns, isDone] = [0, 0, false];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  const take = () => {
    turns += 1;
    if (!isDone) {
      setImmediate(take);
    }
  };
  setImmediate(take);
  try {
    const result = await work();
    return { result, turns };
  } finally {
    isDone = true;
    clock.mockRestore();
  }
}
