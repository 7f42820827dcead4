import type { Queryable } from '@muster/database';
import type { ThingKind } from '@muster/site/pages/moderation/kinds.ts';
import { getEvidenceRoom, maySeeEvidence } from '../evidence/rights.ts';
import { isUuid } from '../http/find.ts';

/** A thing as it is now: kept with each report, since it may be edited. */
export interface Snapshot {
  /** Whose it is, or who wrote it; empty for texts of the league's. */
  author: string;
  /** A name; empty where it has none. */
  title: string;
  words: string;
  /** Where it stands. */
  path: string;
  /** A picture's address, where there is one. */
  picture: string | null;
}

/** A thing that can be reported, as one person finds it. */
export interface Thing {
  subject: string;
  person_id: string | null;
  team_id: string | null;
  ladder_id: string | null;
  match_id: string | null;
  scrim_id: string | null;
  /** It is theirs, or their team's. */
  is_own: boolean;
  snapshot: Snapshot;
}

/** Whom the thing concerns and where it belongs, as columns of a statement. */
function toColumns(given: Partial<Record<keyof Thing, string>>): string {
  const { person_id, team_id, ladder_id, match_id, scrim_id } = given;
  return `${person_id ?? 'null::uuid'} as person_id, ${team_id ?? 'null::uuid'} as team_id,
    ${ladder_id ?? 'null::uuid'} as ladder_id, ${match_id ?? 'null::uuid'} as match_id,
    ${scrim_id ?? 'null::uuid'} as scrim_id, ${given.is_own ?? `coalesce(${person_id} = $2, false)`} as is_own`;
}

const toSnapshot = (parts: Partial<Record<keyof Snapshot, string>>) => `json_build_object(
  'author', ${parts.author ?? "''"}, 'title', ${parts.title ?? "''"}, 'words', ${parts.words ?? "''"},
  'path', ${parts.path ?? "''"}, 'picture', ${parts.picture ?? 'null'}) as snapshot`;

const isOnSide = `(
  exists (select 1 from public.entries e left join public.rosters r on r.team_id = e.team_id
    where e.id in (m.challenger_entry_id, m.defender_entry_id) and coalesce(r.person_id, e.person_id) = $2)
  or exists (select 1 from private.match_lineups l where l.match_id = m.id and l.person_id = $2)
  or exists (select 1 from public.admins a
    where a.person_id = $2 and (a.ladder_id = m.ladder_id or a.ladder_id is null)))`;

/** Reads a thing that is up and that the person sees: $1 its id, $2 the person, $3 the instant. */
const statements: Record<ThingKind, string> = {
  match_message: `
    select t.id as subject, ${toColumns({ person_id: 't.person_id', ladder_id: 'm.ladder_id', match_id: 'm.id' })},
      ${toSnapshot({ author: 'p.username', words: 't.text', path: `'/matches/' || m.id` })}
    from private.match_messages t join public.matches m on m.id = t.match_id
    join public.profiles p on p.id = t.person_id
    where t.id = $1::uuid and t.hidden_at is null and $3::timestamptz is not null and ${isOnSide}`,
  scrim_message: `
    select t.id as subject, ${toColumns({ person_id: 't.person_id', scrim_id: 's.id' })},
      ${toSnapshot({ author: 'p.username', words: 't.text', path: `'/scrims/' || s.id` })}
    from private.scrim_messages t join private.scrims s on s.id = t.scrim_id
    join public.profiles p on p.id = t.person_id
    where t.id = $1::uuid and t.hidden_at is null and $3::timestamptz is not null
      and exists (select 1 from public.rosters r
        where r.team_id in (s.home_team_id, s.away_team_id) and r.person_id = $2)`,
  post: `
    select t.id as subject, ${toColumns({ person_id: 't.person_id' })},
      ${toSnapshot({ author: 'p.username', words: 't.text', path: `'/boards'` })}
    from public.board_posts t join public.profiles p on p.id = t.person_id
    where t.id = $1::uuid and t.hidden_at is null and t.expires_at > $3`,
  answer: `
    select t.id as subject, ${toColumns({ person_id: 't.person_id' })},
      ${toSnapshot({ author: 'p.username', words: 't.words', path: `'/boards'` })}
    from private.board_answers t join public.board_posts b on b.id = t.post_id and b.expires_at > $3
    join public.profiles p on p.id = t.person_id
    where t.id = $1::uuid and t.hidden_at is null and (t.person_id = $2 or exists (
      select 1 from public.rosters r
      where r.team_id = b.team_id and r.person_id = $2 and r.role in ('captain', 'co_captain')))`,
  evidence: `
    select t.id as subject, ${toColumns({ person_id: 't.person_id', ladder_id: 'm.ladder_id', match_id: 'm.id' })},
      ${toSnapshot({
        author: 'p.username',
        title: 't.name',
        words: `concat_ws(E'\\n', nullif(t.note, ''), t.url)`,
        path: `'/matches/' || m.id`,
        picture: `case when t.kind = 'image' then '/api/evidence/' || t.id || '/preview' end`,
      })}
    from private.match_evidence t join public.matches m on m.id = t.match_id
    join public.profiles p on p.id = t.person_id
    where t.id = $1::uuid and t.hidden_at is null and $2::uuid is not null and $3::timestamptz is not null`,
  article: `
    select t.slug as subject, ${toColumns({ ladder_id: 't.ladder_id', is_own: 'false' })},
      ${toSnapshot({
        author: `coalesce(t.author, '')`,
        title: `left(coalesce(t.title ->> 'en', (select value from jsonb_each_text(t.title) limit 1), ''), 200)`,
        words: `left(coalesce(t.body ->> 'en', (select value from jsonb_each_text(t.body) limit 1), ''), 4000)`,
        path: `'/articles/' || t.slug`,
      })}
    from public.articles t
    where t.slug = $1 and t.hidden_at is null and t.published_at <= $3 and $2::uuid is not null`,
  team: `
    select t.id as subject, ${toColumns({
      team_id: 't.id',
      is_own: 'exists (select 1 from public.rosters r where r.team_id = t.id and r.person_id = $2)',
    })},
      ${toSnapshot({
        title: `t.name || ' [' || t.tag || ']'`,
        words: 't.about',
        path: `'/teams/' || t.slug`,
        picture: `t.logo_path || '/256.webp'`,
      })}
    from public.teams t where t.id = $1::uuid and t.disbanded_at is null and $3::timestamptz is not null`,
  person: `
    select t.id as subject, ${toColumns({ person_id: 't.id' })},
      ${toSnapshot({ author: 't.username', title: 't.username', path: `'/profiles/' || t.user_id` })}
    from public.profiles t where (t.id = $1::uuid or t.user_id = $1::uuid) and t.user_id is not null and $3::timestamptz is not null`,
};

/** The thing, if there is one that this person sees; what is hidden is there for nobody. */
export async function findThing(
  queryable: Queryable,
  { kind, id, personId, at }: { kind: ThingKind; id: string; personId: string; at: string },
): Promise<Thing | null> {
  if (kind !== 'article' && !isUuid(id)) {
    return null;
  }
  const [thing] = await queryable.query<Thing>(statements[kind], [id.toLowerCase(), personId, at]);
  if (thing === undefined) {
    return null;
  }
  if (kind === 'evidence') {
    const room = await getEvidenceRoom(queryable, thing.match_id ?? '', personId);
    return maySeeEvidence(room) ? thing : null;
  }
  return thing;
}
