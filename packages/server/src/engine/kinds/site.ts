import { applySite, emptySite } from '@muster/league';
import { projectSite } from '../project/site.ts';
import { compareSanctions } from '../replay/compare-sanctions.ts';
import { inOneRow } from './in-one-row.ts';
import type { Kind } from './kind.ts';

/** The site: who holds which office, and sanctions. No page waits for a hint of it. */
export const site: Kind<'site'> = {
  ...inOneRow(emptySite, applySite),
  project: projectSite,
  listHints: () => [],
  findDifference: (queryable, _name, state) => compareSanctions(queryable, state),
};
