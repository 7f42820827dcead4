import { applyTeam, emptyTeam } from '@muster/league';
import { projectTeam } from '../project/team.ts';
import { compareRoster } from '../replay/compare-roster.ts';
import { inOneRow } from './in-one-row.ts';
import type { Kind } from './kind.ts';

/** A team: its people and its invites. */
export const team: Kind<'team'> = {
  ...inOneRow(emptyTeam, applyTeam),
  project: projectTeam,
  listHints: ({ stream, sequence }) => [
    { topic: stream, id: stream.slice('team:'.length), version: sequence },
  ],
  findDifference: (queryable, _name, state) => compareRoster(queryable, state),
};
