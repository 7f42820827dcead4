import type { Queryable } from '@muster/database';
import { toNamedId } from '../content/named-id.ts';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import { answerQuestion, askQuestion } from '../moderation/api-questions.ts';
import { lockOpenCase } from '../moderation/case-row.ts';
import { decideCase } from '../moderation/steps.ts';
import { act, ago, type Figure, report } from './figures.ts';

/** What nobody would keep as a name: an offer. */
const offer = 'Cheap Boosts';
const sellers = { name: 'Rungs for Sale', tag: 'SALE', zone: 'Europe/Warsaw' };

interface Quarrel {
  match: string;
  author: Figure;
  reporter: Figure;
}

const asFigure = (
  alias: string,
) => `json_build_object('user_id', ${alias}.user_id, 'person_id', ${alias}.id,
  'username', ${alias}.username, 'locale', ${alias}.locale, 'is_site_admin', false, 'is_editor', false)`;

/** The first match in play on a ladder of the admin's ($1), with the captains of both sides. */
const quarrel = `
  select m.id as match, ${asFigure('author')} as author, ${asFigure('reporter')} as reporter
  from public.matches m
  join public.seasons s on s.id = m.season_id and s.is_demo and s.status = 'open'
  join public.admins a on a.ladder_id = m.ladder_id and a.person_id = $1
  join public.entries one on one.id = m.challenger_entry_id
  join public.entries two on two.id = m.defender_entry_id
  join public.rosters o on o.team_id = one.team_id and o.role = 'captain'
  join public.rosters t on t.team_id = two.team_id and t.role = 'captain'
  join public.profiles author on author.id = o.person_id and author.is_demo
  join public.profiles reporter on reporter.id = t.person_id and reporter.is_demo
  where m.ended_at is null and $1 not in (author.id, reporter.id)
  order by m.number, m.id limit 1`;

async function findCase(queryable: Queryable, subject: string): Promise<string> {
  const [found] = await queryable.query<{ id: string }>(
    `select id from private.cases where subject = $1 and status = 'open'`,
    [subject],
  );
  if (found === undefined) {
    throw new Error('what was just reported has a case');
  }
  return found.id;
}

/** A captain's words in a match's room are reported; the admin asks what was meant, and they say so. */
async function askWhatWasMeant(league: League, admin: Figure): Promise<void> {
  const [found] = await league.database.query<Quarrel>(quarrel, [admin.person_id]);
  if (found === undefined) {
    return;
  }
  const { match, author, reporter } = found;
  const id = toNamedId(`demo words:${match}`);
  await league.database.query(
    `insert into private.match_messages (id, match_id, person_id, text, sent_at) values ($1, $2, $3, $4, $5)`,
    [
      id,
      match,
      author.person_id,
      'Bring your mother, she shoots straighter.',
      ago(league, 8).now(),
    ],
  );
  await report(ago(league, 7), reporter, {
    ...{ kind: 'match_message', id, reason: 'insult' },
    text: 'The second time tonight.',
  });
  const parameters = { id: await findCase(league.database, id) };
  let question = '';
  await act(ago(league, 5), admin, async (unit) => {
    const asked = {
      ...{ version: 1, person: author.person_id },
      text: 'Do you two know each other? Was it said in fun?',
    };
    ({ question } = await askQuestion(unit, parameters, asked));
  });
  await act(ago(league, 3), author, (unit) =>
    answerQuestion(
      unit,
      question,
      'We played two seasons together. It was in fun, but I see how it reads.',
    ),
  );
}

/** Figures whom nothing else of the desk concerns, and who play with no captain ($2) that reports them. */
async function listIdle(
  queryable: Queryable,
  captain: Figure,
  taken: readonly string[],
): Promise<Figure[]> {
  const rows = await queryable.query<{ idle: Figure }>(
    `select ${asFigure('p')} as idle from public.profiles p
     where p.is_demo and p.user_id is not null and p.id <> all($1::uuid[])
       and not exists (select 1 from public.admins a where a.person_id = p.id)
       and not exists (select 1 from public.rosters r join public.rosters own using (team_id)
         where r.person_id = p.id and own.person_id = $2)
     order by p.id desc limit 2`,
    [taken, captain.person_id],
  );
  return rows.map(({ idle }) => idle);
}

/** The desk decides what was last reported of something. */
async function decide(
  league: League,
  subject: string,
  decision: Parameters<typeof decideCase>[2],
): Promise<void> {
  await executeAsSystem(league, async (unit) => {
    const id = await findCase(unit.transaction, subject);
    await decideCase(unit, await lockOpenCase(unit.transaction, id), decision);
  });
}

/** Somebody with an offer for a name gets the one back that they had before. */
async function takeName(league: League, captain: Figure, person: Figure): Promise<void> {
  const { person_id: id, username } = person;
  await league.database.query('update public.profiles set username = $2 where id = $1', [
    id,
    offer,
  ]);
  await report(ago(league, 30), captain, { ...{ kind: 'person', id, reason: 'name' }, text: '' });
  await decide(ago(league, 26), id, {
    acts: [{ act: 'rename_person', name: username, hides: false }],
    answer: 'A name is no place for an offer. You have the name back that you had before.',
  });
}

/** A team that was founded to sell something, and that the desk has ended. */
async function endTeam(league: League, captain: Figure, founder: Figure): Promise<void> {
  const id = toNamedId('demo:sold ranks');
  await act(ago(league, 52), founder, async (unit) => {
    await unit.hold([`team:${id}`]);
    await unit.decideTeam(id, { type: 'found_team', team_id: id, ...sellers, locale: 'en' });
    await unit.transaction.query('update public.teams set is_demo = true where id = $1', [id]);
  });
  await report(ago(league, 50), captain, {
    ...{ kind: 'team', id, reason: 'name' },
    text: 'They play nowhere and write to everybody what a place costs.',
  });
  await decide(ago(league, 48), id, {
    acts: [{ act: 'disband_team' }],
    answer: 'Places are played for here. A team that sells them is none.',
  });
}

/** Cases that hold more than a report: a question with its answer, a name that was taken, a team that was ended. */
export async function furnishDecidedCases(
  league: League,
  { admin, captain, taken }: { admin: Figure; captain: Figure; taken: readonly string[] },
): Promise<void> {
  await askWhatWasMeant(league, admin);
  const [person, founder] = await listIdle(league.database, captain, taken);
  if (person !== undefined && founder !== undefined) {
    await endTeam(league, captain, founder);
    await takeName(league, captain, person);
  }
}
