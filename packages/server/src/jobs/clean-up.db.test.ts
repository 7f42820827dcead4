import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  day,
  hour,
  type TestTeam,
} from '../testing/api-league.ts';
import { cleanUp } from './clean-up.ts';

let own: ApiLeague;
let home: TestTeam;
let away: TestTeam;
/** One that stands for each of those that have a single row a team. */
let teams: TestTeam[];
let webhook: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  home = await own.addTeam('Home', null);
  away = await own.addTeam('Away', null);
  teams = [home, away, await own.addTeam('Third', null), await own.addTeam('Fourth', null)];
  webhook = randomUUID();
  await own.database.query(
    `insert into private.webhooks (id, team_id, url, locale, set_at) values ($1, $2, 'https://chat.test', 'en', now())`,
    [webhook, home.id],
  );
});
afterAll(() => own[Symbol.asyncDispose]());

/** What is kept, what tells one row of it from another, and how one comes to be there at an instant. */
interface Kept {
  table: string;
  key: string;
  insert: string;
  /** What stands in the statement beside $1, the row's own key, and $2, its instant. */
  values?: (place: number) => unknown[];
}

const commands: Kept = {
  table: 'private.commands',
  key: 'command_id',
  insert: `insert into private.commands (command_id, created_at, person_id, body_hash, status, answer)
    values ($1, $2, $3, 'x', 200, '{}')`,
  values: () => [home.captain.person_id],
};
const invites: Kept = {
  table: 'private.team_invites',
  key: 'invite_id',
  insert: `insert into private.team_invites (invite_id, code, expires_at, team_id, created_by)
    values ($1::uuid, $1::text, $2, $3, $4)`,
  values: () => [home.id, home.captain.person_id],
};
const posts: Kept = {
  table: 'public.board_posts',
  key: 'id',
  insert: `insert into public.board_posts (id, kind, game_slug, person_id, region, zone, languages, text, created_at, expires_at)
    values ($1, 'player_seeks_team', 'battlefield6', $3, 'EU', 'UTC', '{en}', 'Hello', $2::timestamptz - interval '14 days', $2)`,
  values: (place) => [teams[place]?.captain.person_id],
};
const scrims: Kept = {
  table: 'private.scrims',
  key: 'id',
  insert: `insert into private.scrims (id, starts_at, game_slug, home_team_id, away_team_id, zone, agreed_at)
    values ($1, $2, 'battlefield6', $3, $4, 'UTC', $2)`,
  values: () => [home.id, away.id],
};
const notices: Kept = {
  table: 'private.notices',
  key: 'id',
  insert: `insert into private.notices (id, origin, created_at, person_id, kind, data, in_page, by_mail)
    values ($1::uuid, $1::text, $2, $3, 'challenged', '{}', true, false)`,
  values: () => [home.captain.person_id],
};
const rates: Kept = {
  table: 'private.rate_limits',
  key: 'key',
  insert: `insert into private.rate_limits (key, refilled_at, tokens) values ($1, $2, 1)`,
};
const webhookPosts: Kept = {
  table: 'private.webhook_posts',
  key: 'id',
  insert: `insert into private.webhook_posts (id, origin, created_at, webhook_id, kind, data, state)
    values ($1::uuid, $1::text, $2, $3, 'x', '{}', 'posted')`,
  values: () => [webhook],
};
const serverEnds: Kept = {
  table: 'private.server_ends',
  key: 'reason',
  insert: `insert into private.server_ends (reason, ended_at) values ($1, $2)`,
};
const uploads: Kept = {
  table: 'private.uploads',
  key: 'id',
  insert: `insert into private.uploads (id, started_at, person_id) values ($1, $2, $3)`,
  values: () => [home.captain.person_id],
};
const toMails = (state: string): Kept => ({
  table: 'private.mails',
  key: 'id',
  insert: `insert into private.mails (id, created_at, state, text_body, kind, recipient, locale)
    values ($1, $2, $3, $4, 'notice.x', 'who@players.test', 'en')`,
  values: () => [state, state === 'kept' || state === 'queued' ? 'Hello' : null],
});
const challenges: Kept = {
  table: 'auth.webauthn_challenges',
  key: 'id',
  insert: `insert into auth.webauthn_challenges (id, expires_at, created_at, challenge_type, session_data)
    values ($1, $2, $2, 'signup', '{}')`,
};

/** Puts a row at each of the instants and says which of them are left after the cleaning. */
async function listLeft({ table, key, insert, values }: Kept, instants: readonly number[]) {
  const keys = instants.map(() => randomUUID() as string);
  for (const [place, instant] of instants.entries()) {
    const more = values?.(place) ?? [];
    await own.database.query(insert, [keys[place], new Date(instant), ...more]);
  }
  await cleanUp(own.league);
  const rows = await own.database.query<{ key: string }>(
    `select ${key}::text as key from ${table} where ${key}::text = any ($1)`,
    [keys],
  );
  await own.database.query(`delete from ${table} where ${key}::text = any ($1)`, [keys]);
  return keys.map((kept) => rows.some((row) => row.key === kept));
}

it.each<[string, Kept, number, boolean]>([
  ['the answer to a command, after seven days', commands, 7 * day, true],
  ['an invite, once it has run out', invites, 0, true],
  ['a post of the boards, when it runs out', posts, 0, false],
  ['a scrim, thirty days after its start', scrims, 30 * day, true],
  ['a notice, after ninety days', notices, 90 * day, true],
  ['how often something was asked, after a day', rates, day, true],
  ['what a passkey was asked, a day after it could be answered', challenges, day, true],
])('forgets %s: just before, at and after', async (_what, kept, age, isKeptAt) => {
  const end = own.league.now().getTime() - age;
  expect(await listLeft(kept, [end + 1000, end, end - 1000])).toEqual([true, isKeptAt, false]);
});

// These go by the database's own clock, which runs on while they are asked.
it.each<[string, Kept, number]>([
  ['what was posted to a chat, after thirty days', webhookPosts, 30 * day],
  ['how a server ended, after ninety days', serverEnds, 90 * day],
  ['an upload that a dead process left, after twenty minutes', uploads, hour / 3],
  ['what lies in the mailbox, after a week', toMails('kept'), 7 * day],
  ['that a mail was sent, after thirty days', toMails('sent'), 30 * day],
  ['that a mail was refused, after thirty days', toMails('refused'), 30 * day],
])('forgets %s: just before and after', async (_what, kept, age) => {
  const [clock] = await own.database.query<{ now: Date }>('select now()');
  const end = (clock?.now.getTime() ?? 0) - age;
  expect(await listLeft(kept, [end + hour / 6, end - 1000])).toEqual([true, false]);
});

it('adds up what has been counted of the league', async () => {
  await cleanUp(own.league);
  const [row] = await own.database.query<{ rows: number; figures: number }>(
    `select count(*)::int as rows, count(distinct figure)::int as figures from private.figure_changes`,
  );
  expect(row?.figures).toBeGreaterThan(1);
  expect(row?.rows).toBe(row?.figures);
});
