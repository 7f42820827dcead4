import { still } from '../../app/still.tsx';

/** The reader's next thing: links alone, for a visitor has none here. */
export const NextStepStrip = still(
  ['next-step'],
  () => import('../home/next-step.tsx'),
  (module) => module.NextStepStrip,
);

export const TeamHistory = still(
  ['team'],
  () => import('./team-history.tsx'),
  (module) => module.TeamHistory,
);

export const EntryCharts = still(
  ['team', 'rating'],
  () => import('./entry-charts.tsx'),
  (module) => module.EntryCharts,
);
