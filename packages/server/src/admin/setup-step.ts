import type { LoaderInput } from '../context.ts';
import { loadOffices } from './page-offices.ts';

const named = 5;

/** Who helps is settled once somebody beside the first admin has an office; who was made up does not count. */
export async function loadHelpersStep(input: LoaderInput) {
  const data = await loadOffices(input);
  if (data === null) {
    return { is_done: false, facts: [], data };
  }
  const holders = await input.database.query<{ username: string }>(
    `select distinct p.username from public.profiles p
     where not p.is_demo and (exists (select from public.admins a where a.person_id = p.id)
       or exists (select from public.editors e where e.person_id = p.id))
     order by p.username limit $1`,
    [named + 1],
  );
  const names = holders.map(({ username }) => username);
  return { is_done: names.length > 1, facts: names.slice(0, named), data };
}
