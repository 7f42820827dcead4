import type { LoaderInput } from '../context.ts';
import { loadOffices } from './page-offices.ts';

/** Who helps is settled once somebody beside the first admin has an office. */
export async function loadHelpersStep(input: LoaderInput) {
  const data = await loadOffices(input);
  const people = [
    ...(data?.admins ?? []),
    ...(data?.editors ?? []),
    ...(data?.ladders.flatMap(({ admins }) => admins) ?? []),
  ];
  const names = [...new Set(people.map(({ username }) => username))];
  return { is_done: names.length > 1, facts: names.slice(0, 5), data };
}
