import type { StepLoader } from './step.ts';

/** The demonstration is settled once no season of it runs any more. */
export const loadDemonstrationStep: StepLoader<'demonstration'> = async ({ database }) => {
  const [row] = await database.query<{ season: 'open' | 'closed' | null }>(
    `select case when bool_or(status = 'open') then 'open' when count(*) > 0 then 'closed' end as season
     from public.seasons where is_demo`,
  );
  const season = row?.season ?? null;
  return { is_done: season !== 'open', facts: [], data: { season } };
};
