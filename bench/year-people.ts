import type { Database } from '@muster/database';
import type { Viewer } from '../packages/server/src/context.ts';

interface Person {
  person_id: string;
  user_id: string;
  username: string;
}

const toViewer = (person: Person | undefined, more: Partial<Viewer> = {}): Viewer => {
  if (person === undefined) {
    throw new Error('The year has nobody who could do this.');
  }
  return { ...person, is_site_admin: false, is_editor: false, ...more };
};

/** The last completed match of the year, and the captain of the side that lost it. */
export async function findLoser(database: Database): Promise<{ match: string; captain: Viewer }> {
  const [row] = await database.query<Person & { match: string }>(
    `select m.id as match, p.id as person_id, p.user_id, p.username
     from public.matches m
     join public.entries e on e.status = 'active'
       and e.id = case m.winner when 'challenger' then m.defender_entry_id else m.challenger_entry_id end
     join public.rosters r on r.team_id = e.team_id and r.role = 'captain'
     join public.profiles p on p.id = r.person_id
     where m.status = 'completed' and m.winner in ('challenger', 'defender') and not exists (
       select 1 from public.league_events d
       where d.match_id = m.id and d.type in ('result_disputed', 'match_disputed', 'ruling_given'))
     order by m.ended_at desc limit 1`,
  );
  return { match: row?.match ?? '', captain: toViewer(row) };
}

/** An admin of the year's ladder. */
export async function findJudge(database: Database): Promise<Viewer> {
  const [row] = await database.query<Person>(
    `select p.id as person_id, p.user_id, p.username from public.admins a
     join public.profiles p on p.id = a.person_id where a.ladder_id is not null limit 1`,
  );
  return toViewer(row);
}
