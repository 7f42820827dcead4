import type { Queryable } from '@muster/database';
import { listActs, type ThingKind } from '@muster/site/pages/moderation/kinds.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague, type League } from '../engine/league.ts';
import type { Unit } from '../engine/unit.ts';
import { isUuid } from '../http/find.ts';
import { loadMatch } from '../match/page.ts';
import type { CaseRow } from '../moderation/case-row.ts';
import { toShownTitleSql } from '../moderation/queue.ts';
import { decideCase, settleAppeal } from '../moderation/steps.ts';
import { openLeague } from '../open-league.ts';
import { toDecidersSql, toFreeSql } from '../page/case-office.ts';
import { answerAppealAsHost } from '../people/api-appeals.ts';
import { type Command, OperatorError } from './command.ts';

const decisions = {
  case: ['close', 'hide'],
  case_appeal: ['grant', 'refuse'],
  sanction_appeal: ['grant', 'refuse'],
} as const;

interface Unheard {
  kind: keyof typeof decisions;
  id: string;
  since: Date;
  title: string;
}

/** $1 now: what waits and nobody in office may decide, as all of them have a part in it, decided first, or are banned. */
const unheardSql = `
  select case c.status when 'appealed' then 'case_appeal' else 'case' end as kind, c.id,
    coalesce(c.appealed_at, c.opened_at) as since, c.kind || ' ' || ${toShownTitleSql('c.id')} as title
  from private.cases c
  where c.status in ('open', 'appealed') and not exists (${toDecidersSql('$1')})
  union all
  select 'sanction_appeal', s.id, q.made_at, s.kind || ' ' || p.username
  from private.sanction_appeals q
  join public.sanctions s on s.id = q.sanction_id and not s.is_lifted
  join public.profiles p on p.id = s.person_id
  where q.decided_at is null and not exists (
    select 1 from public.admins a
    where (a.ladder_id is null or a.ladder_id = s.ladder_id) and ${toFreeSql('a.person_id', '$1')}
      and a.person_id <> s.person_id and a.person_id is distinct from s.given_by
      and not exists (select 1 from public.rosters theirs join public.rosters own using (team_id)
        where theirs.person_id = s.person_id and own.person_id = a.person_id))
  order by since, id`;

const listUnheard = (queryable: Queryable, now: Date) =>
  queryable.query<Unheard>(unheardSql, [now]);

interface Unjudged {
  match_id: string;
  since: Date;
  about: string;
  /** When what stands becomes final by itself; null where no clock runs. */
  until: string | null;
}

/** At most so many open disputes are looked at: more than any league has. */
const mostDisputes = 500;

/** Open disputes of matches and appeals of rulings in which everybody in office has a part: the clock ends those. */
async function listUnjudged({ database, now }: League): Promise<Unjudged[]> {
  const open = await database.query<{ match_id: string; since: Date }>(
    `select sm.state ->> 'match_id' as match_id, coalesce(sm.state ->> 'opened_at', sm.state ->> 'at')::timestamptz as since
     from private.stream_members sm
     where sm.collection in ('disputes', 'appeals') and sm.is_current and sm.state ->> 'status' = 'open'
     order by since, sm.id limit $1`,
    [mostDisputes],
  );
  const found: Unjudged[] = [];
  for (const { match_id, since } of open) {
    const url = new URL(`http://localhost/matches/${match_id}`);
    const asked = { database, viewer: null, now: now(), locale: 'en', zone: 'UTC' };
    const match = await loadMatch({ ...asked, url, params: { id: match_id } });
    if (match?.judge?.by === 'nobody') {
      const about = `${match.sides.challenger.name} - ${match.sides.defender.name}`;
      found.push({ match_id, since, about, until: match.judge.until });
    }
  }
  return found;
}

const toMinute = (instant: string) => instant.slice(0, 16);

/** Says what waits for the host, and what nobody may judge. */
async function printUnheard(league: League): Promise<void> {
  const found = await listUnheard(league.database, league.now());
  for (const one of found) {
    const [first = '', second] = decisions[one.kind];
    console.log(`${one.id}  since ${toMinute(one.since.toISOString())}  ${one.title}`);
    console.log(`  muster cases ${first} ${one.id} REASON, or ${second}`);
  }
  const unjudged = await listUnjudged(league);
  for (const { match_id, since, about, until } of unjudged) {
    console.log(`${match_id}  since ${toMinute(since.toISOString())}  match ${about}`);
    const end = until === null ? '' : ` The clock ends it at ${toMinute(until)} UTC.`;
    console.log(`  Everybody in office has a part in it: name another admin.${end}`);
  }
  if (found.length + unjudged.length === 0) {
    console.log('Nothing waits that nobody in office may decide.');
  }
}

/** The act that takes a thing out of sight. */
function findHiding(kind: ThingKind) {
  const act = listActs(kind).find((one) => one === 'hide' || one === 'remove_picture');
  if (act === undefined) {
    throw new OperatorError('A person cannot be hidden; close the case, or name another admin.');
  }
  return act;
}

async function decide(
  unit: Unit,
  { id, action, words }: { id: string; action: string; words: string },
): Promise<void> {
  const [found] = await unit.transaction.query<CaseRow>(
    'select * from private.cases where id = $1 for update',
    [id],
  );
  const unheard = (await listUnheard(unit.transaction, new Date(unit.at))).find(
    (one) => one.id === id,
  );
  if (unheard === undefined) {
    throw new OperatorError(
      'Nothing of that id waits for the host: somebody in office decides it.',
    );
  }
  const possible: readonly string[] = decisions[unheard.kind];
  if (!possible.includes(action)) {
    throw new OperatorError(`That can be decided by ${possible.join(' or ')}.`);
  }
  if (found === undefined) {
    await answerAppealAsHost(unit, id, { is_granted: action === 'grant', reason: words });
  } else if (unheard.kind === 'case') {
    const acts = action === 'hide' ? [{ act: findHiding(found.kind) }] : [];
    await decideCase(unit, found, { acts, answer: words });
  } else {
    await settleAppeal(unit, found, { granted: action === 'grant', answer: words });
  }
}

/**
 * What nobody in office may decide, in the host's hand: `cases` lists it, `cases close|hide ID REASON` decides a
 * case, `cases grant|refuse ID REASON` an appeal. It stands in the audit log as the host's. A match that nobody may judge
 * is listed too; it ends by the rules of its ladder.
 */
export const command: Command = {
  options: {},
  async run(config, { positionals }) {
    const [action = 'list', id = '', ...rest] = positionals;
    const words = rest.join(' ').trim();
    await using opened = await openLeague(config);
    const league = createLeague(opened.database);
    if (action === 'list') {
      await printUnheard(league);
      return 0;
    }
    if (!isUuid(id) || words === '' || words.length > 1000) {
      throw new OperatorError(
        'cases takes nothing, or close, hide, grant or refuse with an id and a reason of 1000 characters at most.',
      );
    }
    await executeAsSystem(league, (unit) => decide(unit, { id: id.toLowerCase(), action, words }));
    console.log('Decided; everybody whom it concerns is told.');
    return 0;
  },
};
