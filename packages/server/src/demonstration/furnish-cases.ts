import type { Queryable } from '@muster/database';
import type { League } from '../engine/league.ts';
import { giveSanction } from '../people/api.ts';
import { makeAppeal } from '../people/api-appeals.ts';
import { act, ago, type Figure, report } from './figures.ts';
import { furnishDecidedCases } from './furnish-decided.ts';

const day = 24 * 3600 * 1000;
/** Has a word that a new league's list has, and is a fair name all the same: why the list hides nothing by itself. */
const flaggedName = 'Nazi Hunter';

interface Player extends Figure {
  ladder_id: string;
}
interface Cast {
  captains: [Figure, Figure, Figure];
  /** Of different ladders, and no captains. */
  players: Player[];
  /** Who has an office on the ladders. */
  admin: Figure;
  post: string;
  team: string;
}

const asViewer = `p.user_id, p.id as person_id, p.username, p.locale, false as is_site_admin, false as is_editor`;
const members = `
  from public.ladders l
  join public.seasons s on s.ladder_id = l.id and s.is_demo and s.status = 'open'
  join public.entries e on e.season_id = s.id and e.status = 'active'
  join public.rosters r on r.team_id = e.team_id
  join public.profiles p on p.id = r.person_id and p.user_id is not null
  where not l.is_test`;

/** Who acts and on what; null where too few are there, or where there were reports before. */
async function findCast(queryable: Queryable, now: Date): Promise<Cast | null> {
  const captains = await queryable.query<Figure>(
    `select distinct on (p.locale) ${asViewer} ${members} and r.role = 'captain' order by p.locale, r.person_id`,
  );
  const found = await queryable.query<Player>(
    `select distinct on (l.position, l.id, p.id) ${asViewer}, l.id as ladder_id ${members}
       and not exists (select 1 from public.rosters c where c.person_id = p.id and c.role in ('captain', 'co_captain'))
     order by l.position, l.id, p.id`,
  );
  const players: Player[] = [];
  for (const one of found) {
    if (
      !players.some(
        ({ person_id, ladder_id }) => person_id === one.person_id || ladder_id === one.ladder_id,
      )
    ) {
      players.push(one);
    }
  }
  const [admin] = await queryable.query<Figure>(
    `select ${asViewer} from public.profiles p join public.admins a on a.person_id = p.id
     where p.is_demo and a.ladder_id = $1`,
    [players[0]?.ladder_id],
  );
  const [thing] = await queryable.query<{ post: string; team: string }>(
    `select b.id as post, (select t.id from public.teams t where t.is_demo and t.disbanded_at is null
         and not exists (select 1 from public.rosters r where r.team_id = t.id and r.person_id = any($2::uuid[]))
         order by t.founded_at desc, t.id limit 1) as team
     from public.board_posts b join public.profiles p on p.id = b.person_id and p.is_demo
     where b.expires_at > $1 and b.person_id <> all($2::uuid[]) order by b.created_at, b.id limit 1`,
    [now, captains.map(({ person_id }) => person_id)],
  );
  const [one, two, three] = captains;
  const areEnough = one && two && three && players.length >= 3;
  return admin === undefined || thing === undefined || !areEnough
    ? null
    : { captains: [one, two, three], players, admin, ...thing };
}

async function reportThings(league: League, { captains, players, post, team }: Cast) {
  const [one, two, three] = captains;
  const notice = { kind: 'post', id: post, reason: 'spam' } as const;
  await report(ago(league, 9), one, {
    ...notice,
    text: 'The same notice again, the third time this week.',
  });
  await report(ago(league, 4), two, { ...notice, text: '' });
  await report(ago(league, 6), three, {
    ...{ kind: 'team', id: team, reason: 'name' },
    text: 'Nearly our own name; two opponents have mixed us up already.',
  });
  await report(ago(league, 1), one, {
    ...{ kind: 'person', id: players[0]?.person_id ?? '', reason: 'cheating' },
    text: 'Two hits through smoke on the second map, at 14:10 of our recording.',
  });
}

/** Somebody takes a name that the league's list of words has. */
async function takeFlaggedName(league: League, { person_id }: Figure) {
  await league.database.query(
    `update public.profiles set username = $2 where id = $1
       and not exists (select 1 from public.profiles where lower(username) = lower($2))`,
    [person_id, flaggedName],
  );
}

async function giveSanctions(league: League, admin: Figure, [banned, muted]: Player[]) {
  if (banned === undefined || muted === undefined) {
    return;
  }
  const inDays = (days: number) => new Date(league.now().getTime() + days * day).toISOString();
  await act(league, admin, (unit) =>
    giveSanction(unit, {
      ...{ person: banned.person_id, kind: 'ban', ladder: banned.ladder_id, until: inDays(6) },
      reason:
        'Played a match for another team under that player’s name. A week without matches here.',
    }),
  );
  let sanction = '';
  await act(league, admin, async (unit) => {
    ({ sanction } = await giveSanction(unit, {
      ...{ person: muted.person_id, kind: 'mute', ladder: muted.ladder_id, until: inDays(3) },
      reason: 'Insults in two match rooms, after a warning.',
    }));
  });
  await act(league, muted, (unit) =>
    makeAppeal(
      unit,
      sanction,
      'I wrote the first line, and I am sorry for it. The second is not mine.',
    ),
  );
}

/** Whether the demonstration is played and nothing was reported or appealed in it before. */
async function isWanted(queryable: Queryable): Promise<boolean> {
  const [row] = await queryable.query<{ is_wanted: boolean }>(
    `select exists (select 1 from public.seasons where is_demo and status <> 'closed')
       and not exists (select 1 from private.reports r join public.profiles p on p.id = r.person_id where p.is_demo)
       as is_wanted`,
  );
  return row?.is_wanted === true;
}

/**
 * Gives the desk of the demonstration something to do: things that figures report, a name with a word of the list, a
 * ban that runs out, a mute whose appeal waits for another admin, a question that was answered, a name that was
 * taken and a team that was ended. Once: what was decided of it stays so.
 */
export async function furnishCases(league: League): Promise<void> {
  const { database } = league;
  const cast = (await isWanted(database)) ? await findCast(database, league.now()) : null;
  if (cast === null) {
    return;
  }
  const [, banned, muted, named = cast.players[0]] = cast.players;
  await giveSanctions(
    league,
    cast.admin,
    [banned, muted].filter((player) => player !== undefined),
  );
  if (named !== undefined) {
    await takeFlaggedName(league, named);
  }
  await reportThings(league, cast);
  const taken = [...cast.captains, ...cast.players].map(({ person_id }) => person_id);
  await furnishDecidedCases(league, { admin: cast.admin, captain: cast.captains[0], taken });
}

/** What was reported of the demonstration goes with it. */
export async function clearDemoCases(queryable: Queryable): Promise<void> {
  await queryable.query(
    `delete from private.cases c where
       c.person_id in (select id from public.profiles where is_demo)
       or c.team_id in (select id from public.teams where is_demo)`,
  );
}
