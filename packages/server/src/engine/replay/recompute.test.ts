import type { Queryable } from '@muster/database';
import type { Actor, LadderCommand, LadderState } from '@muster/league';
import { expect, it } from 'vitest';
import { recomputeWhereAsked } from './recompute.ts';

const stream = 'ladder:tanks:season';
const match_id = 'match';
/** The rules look at nothing but whether the match is over. */
const toState = (status: 'completed' | 'scheduled') =>
  ({ matches: { [match_id]: { status } } }) as unknown as LadderState;
const toActor = (is_ladder_admin: boolean): Actor => ({
  ...{ person_id: 'judge', is_site_admin: true, is_ladder_admin, teams: {} },
});
const reason = { text_id: 'reason', hash: 'hash' };
const toRuling = (kind: 'voided' | 'upheld'): LadderCommand => ({
  ...{ type: 'rule', match_id, outcome: { kind }, rule: 'x', reason },
});

it.each<[string, Actor | null, LadderState, LadderCommand, boolean]>([
  ["the ladder's admin", toActor(true), toState('completed'), toRuling('voided'), true],
  ['an admin of others', toActor(false), toState('completed'), toRuling('voided'), false],
  ['nobody', null, toState('completed'), toRuling('voided'), false],
  ['a ruling on what is not over', toActor(true), toState('scheduled'), toRuling('voided'), false],
  ['a ruling that upholds', toActor(true), toState('completed'), toRuling('upheld'), false],
])('the log is read for %s, or not', async (_who, actor, state, command, isRead) => {
  const said = new Error('the log is read');
  const log: Queryable = { query: () => Promise.reject(said) };
  const asked = recomputeWhereAsked(log, stream, { state, command, actor });
  await (isRead ? expect(asked).rejects.toBe(said) : expect(asked).resolves.toEqual({}));
});
