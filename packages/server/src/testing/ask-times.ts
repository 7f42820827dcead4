/** The statuses of the answers to the same question, asked so often, one after the other. */
export async function askTimes(
  count: number,
  ask: () => Promise<{ status: number }>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < count; time += 1) {
    statuses.push((await ask()).status);
  }
  return statuses;
}
