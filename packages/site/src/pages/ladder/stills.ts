import { still } from '../../app/still.tsx';

export const ComingAndResults = still(
  ['ladder'],
  () => import('./coming-and-results.tsx'),
  (module) => module.ComingAndResults,
);

export const LatestRuns = still(
  ['ladder'],
  () => import('./latest-runs.tsx'),
  (module) => module.LatestRuns,
);

export const RulesWords = still(
  ['ladder'],
  () => import('./rules-words.tsx'),
  (module) => module.RulesWords,
);
