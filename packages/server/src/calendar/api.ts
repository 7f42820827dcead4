import { randomBytes } from 'node:crypto';
import { type Queryable, takeRow } from '@muster/database';
import type { Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import * as v from 'valibot';
import { refuseMissing } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { getId, getLadderRow, getTeam } from '../http/find.ts';
import { getOwnOrigin } from '../http/origin.ts';
import { toReaderZoneSql } from '../page/reader-zone.ts';
import { type FeedOwner, listCalendarActs } from './acts.ts';
import { type CalendarMatch, toCalendarFile } from './file.ts';

const renewalsPerMinute = 10;
const keptDays = 90;
const mostMatches = 2000;
const day = 24 * 3600 * 1000;

/** Which matches, `$3` being what is asked for. */
const scopes = {
  ladder: 'm.ladder_id = $3',
  team: '$3 in (c.team_id, d.team_id)',
  match: 'm.id = $3',
  // A person's own entries, and those that they may play for.
  person: `($3 in (c.person_id, d.person_id) or exists (select 1 from public.entry_players p
    where p.entry_id in (c.id, d.id) and p.person_id = $3))`,
};

/** Matches that have a time, the latest first so that a limit cuts off the oldest. */
function toMatchesSql(scope: keyof typeof scopes): string {
  return `
    select m.id, m.version, m.status, m.starts_at, m.challenger_score, m.defender_score,
      coalesce((select max(e.at) from public.league_events e where e.match_id = m.id),
        m.challenged_at) as changed_at,
      coalesce(s.rules #>> '{schedule,apart}', 'PT2H') as holds,
      coalesce(ct.name, cp.username, '') as challenger, coalesce(dt.name, dp.username, '') as defender,
      l.name || ' · ' || s.name as about, '/matches/' || m.id as path
    from public.matches m
    join public.seasons s on s.id = m.season_id
    join public.ladders l on l.id = m.ladder_id
    join public.entries c on c.id = m.challenger_entry_id
    join public.entries d on d.id = m.defender_entry_id
    left join public.teams ct on ct.id = c.team_id
    left join public.teams dt on dt.id = d.team_id
    left join public.profiles cp on cp.id = c.person_id
    left join public.profiles dp on dp.id = d.person_id
    where m.starts_at > $1 and ${scopes[scope]}
    order by m.starts_at desc, m.id limit $2`;
}

/** Whose scrims stand in a calendar, `$3` being what is asked for: they belong to teams and people only. */
const scrimScopes = {
  team: '$3 in (h.id, a.id)',
  person: `exists (select 1 from public.rosters r where r.team_id in (h.id, a.id) and r.person_id = $3)`,
};

const toScrimsSql = (scope: keyof typeof scrimScopes) => `
  select s.id, case when s.cancelled_at is null then 1 else 2 end as version,
    case when s.cancelled_at is null then 'scheduled' else 'cancelled' end as status, s.starts_at,
    null::integer as challenger_score, null::integer as defender_score,
    coalesce(s.cancelled_at, s.agreed_at) as changed_at, 'PT2H' as holds,
    h.name as challenger, a.name as defender, g.name as about, '/scrims/' || s.id as path
  from private.scrims s
  join public.teams h on h.id = s.home_team_id
  join public.teams a on a.id = s.away_team_id
  join public.games g on g.slug = s.game_slug
  where s.starts_at > $1 and ${scrimScopes[scope]}
  order by s.starts_at desc, s.id limit $2`;

async function listMatches(
  parts: ApiParts,
  scope: keyof typeof scopes,
  id: string,
): Promise<CalendarMatch[]> {
  const now = parts.league.now().getTime();
  const since = scope === 'match' ? new Date(0) : new Date(now - keptDays * day);
  const values = [since, mostMatches, id];
  const { database } = parts.league;
  const matches = await database.query<CalendarMatch>(toMatchesSql(scope), values);
  if (scope !== 'team' && scope !== 'person') {
    return matches;
  }
  return [...matches, ...(await database.query<CalendarMatch>(toScrimsSql(scope), values))];
}

interface Subject {
  scope: keyof typeof scopes;
  id: string;
  name: string;
  /** Where it is on the site. */
  path: string;
  /** Whose own it is; only they are told what waits for them. */
  owner?: FeedOwner;
}

async function answerCalendar(
  context: Context,
  parts: ApiParts,
  { scope, id, name, path, owner }: Subject,
): Promise<Response> {
  const { database, now } = parts.league;
  const [matches, acts] = await Promise.all([
    listMatches(parts, scope, id),
    owner === undefined ? [] : listCalendarActs(database, owner, now()),
  ]);
  const [first] = matches;
  if (scope === 'match' && first === undefined) {
    refuseMissing('match');
  }
  const origin = getOwnOrigin(context.req.raw, parts.config);
  const title = scope === 'match' && first ? `${first.challenger} – ${first.defender}` : name;
  const isSecret = scope === 'person';
  const stamp = owner?.made_at ?? new Date(0);
  const file = await toCalendarFile({ matches, acts }, { name: title, origin, path, stamp });
  return context.body(file, 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    // Kept, and asked for again each time: most often the answer is that nothing has changed.
    'Cache-Control': isSecret ? 'private, no-cache' : 'public, no-cache',
    ...(isSecret ? { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' } : {}),
    ...(scope === 'match' ? { 'Content-Disposition': `attachment; filename="${id}.ics"` } : {}),
  });
}

/** The person whose secret word it is, while they have an account. */
async function getFeedOwner(database: Queryable, token: string): Promise<FeedOwner> {
  const [row] = await database.query<FeedOwner>(
    `select p.id, p.username, p.locale, f.made_at, ${toReaderZoneSql('p.id')} as zone
     from private.calendar_feeds f
     join public.profiles p on p.id = f.person_id and p.user_id is not null
     where f.token = $1`,
    [token],
  );
  if (row === undefined) {
    refuseMissing('calendar');
  }
  return row;
}

/** Mounts a calendar whose address ends in what it is asked for and `.ics`. */
function mountFeed(
  api: Hono,
  parts: ApiParts,
  { path, find }: { path: string; find: (key: string) => Promise<Subject> },
): void {
  api.get(`${path}/:file{[A-Za-z0-9_-]+\\.ics}`, etag(), async (context) => {
    const key = (context.req.param('file') ?? '').slice(0, -'.ics'.length);
    return answerCalendar(context, parts, await find(key));
  });
}

/** Gives the person's feed its secret word: the one that there is, or a new one that ends the old. */
async function giveToken(unit: Unit, isNew: boolean): Promise<{ token: string; url: string }> {
  const { token } = takeRow(
    await unit.transaction.query<{ token: string }>(
      `insert into private.calendar_feeds as f (person_id, token, made_at) values ($1, $2, $3)
       on conflict (person_id) do update set
         token = case when $4 then excluded.token else f.token end,
         made_at = case when $4 then excluded.made_at else f.made_at end
       returning token`,
      [unit.viewer?.person_id, randomBytes(24).toString('base64url'), unit.at, isNew],
    ),
  );
  return { token, url: `/api/calendar/people/${token}.ics` };
}

/** Calendars of ladders, teams, matches and people, for programs that read iCalendar. */
export function mountCalendar(api: Hono, parts: ApiParts): void {
  const { database } = parts.league;
  mountFeed(api, parts, {
    path: '/calendar/ladders',
    async find(slug) {
      const { id, name } = await getLadderRow(database, slug);
      return { scope: 'ladder', id, name, path: `/ladders/${slug}` };
    },
  });
  mountFeed(api, parts, {
    path: '/calendar/teams',
    async find(asked) {
      const { id, name, slug } = await getTeam(database, asked);
      return { scope: 'team', id, name, path: `/teams/${slug}` };
    },
  });
  mountFeed(api, parts, {
    path: '/calendar/matches',
    async find(given) {
      const id = getId({ id: given }, 'id', 'match');
      return { scope: 'match', id, name: '', path: `/matches/${id}` };
    },
  });
  mountFeed(api, parts, {
    path: '/calendar/people',
    async find(token) {
      const owner = await getFeedOwner(database, token);
      return { scope: 'person', id: owner.id, name: owner.username, path: '/', owner };
    },
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/calendar',
    schema: v.object({ renew: v.optional(v.boolean(), false) }),
    perMinute: renewalsPerMinute,
    work: (unit, { body }) => giveToken(unit, body.renew),
  });
}
