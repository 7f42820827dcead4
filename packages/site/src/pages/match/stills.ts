import { still } from '../../app/still.tsx';

/** What happened, in sentences. */
export const LogLines = still(
  ['events', 'rule-names'],
  () => import('./log-lines.tsx'),
  (module) => module.LogLines,
);

export const Scores = still(
  ['match-pieces'],
  () => import('./outcome.tsx'),
  (module) => module.Scores,
);

export const Disputes = still(
  ['match-record', 'rule-names', 'case-holder'],
  () => import('./disputes.tsx'),
  (module) => module.Disputes,
);

export const StepLine = still(
  ['match-record'],
  () => import('./step-line.tsx'),
  (module) => module.StepLine,
);

/** How a server of the league's list is. */
export const ListedServer = still(
  ['match', 'server-state'],
  () => import('./listed-server.tsx'),
  (module) => module.ListedServer,
);

export const WhyThisTime = still(
  ['match-record'],
  () => import('./why-this-time.tsx'),
  (module) => module.WhyThisTime,
);

export const DrawFacts = still(
  ['match-record'],
  () => import('./draw-facts.tsx'),
  (module) => module.DrawFacts,
);

export const Lacks = still(
  ['match-record'],
  () => import('./lacks.tsx'),
  (module) => module.Lacks,
);
