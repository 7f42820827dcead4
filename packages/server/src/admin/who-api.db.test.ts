import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import {
  type ApiLeague,
  startMatch,
  type TestTeam,
  testNonce,
  toScores,
} from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';

const none = randomUUID();
const reason = 'Said in the forum.';
const editors = ['site admin', 'editor'];
const judges = ['site admin', "the ladder's admin"];
const writers = [...judges, 'editor'];
const offices = [...writers, "another ladder's admin"];

/** Each route of an office: whom it lets through, and a body that says enough to be asked about the office. */
const officeRoutes: Record<
  string,
  [may: readonly string[], body?: Record<string, unknown>, path?: string]
> = {
  // First: the press after which a hidden picture is shown lasts half an hour.
  'GET /moderation/cases/:id/picture': [judges, {}, '/moderation/cases/PICTURED/picture'],
  'POST /admins': [['site admin'], { person: 'NEWCOMER' }],
  'DELETE /admins/:person': [['site admin']],
  'POST /editors': [['site admin'], { person: 'NEWCOMER' }],
  'DELETE /editors/:person': [['site admin']],
  'POST /ladders/:slug/admins': [['site admin'], { person: 'NEWCOMER' }],
  'DELETE /ladders/:slug/admins/:person': [['site admin']],
  'POST /ladders': [
    ['site admin'],
    {
      ...{ slug: 'fresh', game: 'battlefield6', name: 'New', format: 'rung' },
      ...{ region: 'EU', zone: 'UTC', summary: {}, description: {} },
    },
  ],
  'POST /ladders/order': [['site admin'], { slugs: ['tanks', 'golf'] }],
  'POST /ladders/:slug/edit': [['site admin'], { name: 'Tanks' }],
  'POST /ladders/:slug/retirement': [['site admin']],
  'DELETE /ladders/:slug/retirement': [['site admin']],
  'POST /games': [['site admin'], { slug: 'chess', name: 'Chess', short_name: 'C' }],
  'POST /games/order': [['site admin'], { slugs: ['battlefield6'] }],
  'POST /games/:slug/edit': [['site admin'], { name: 'Battlefield' }],
  'POST /games/:slug/retirement': [['site admin']],
  'DELETE /games/:slug/retirement': [['site admin']],
  'POST /games/retirement': [['site admin'], { slugs: [] }],
  'DELETE /games/retirement': [['site admin'], { slugs: [] }],
  'POST /games/:slug/picture': [['site admin']],
  'DELETE /games/:slug/picture': [['site admin']],
  'POST /menus': [['site admin'], { revision: 'x', casual: [], competitions: [], servers: [] }],
  'POST /servers': [['site admin'], { page: 'chess', name: 'A', protocol: 'manual' }],
  'POST /servers/order': [['site admin'], { ids: [] }],
  'POST /servers/:id/edit': [['site admin'], { name: 'B' }],
  'POST /servers/:id/retirement': [['site admin']],
  'DELETE /servers/:id/retirement': [['site admin']],
  'POST /settings': [['site admin'], { name: 'League' }],
  'POST /settings/logo': [['site admin']],
  'POST /setup/demonstration/clearing': [['site admin']],
  'POST /setup/mail/test': [['site admin']],
  'POST /setup/sign-in-ways': [
    ['site admin'],
    { provider: 'discord', client_id: '1', client_secret: 's' },
  ],
  'DELETE /setup/sign-in-ways/:provider': [['site admin']],
  'POST /setup/sign-in-ways/:provider/test': [['site admin']],
  'POST /moderation/people/:id/accounts': [['site admin']],
  'POST /moderation/people/:id/name': [['site admin'], { reason, name: 'Nicer' }],
  'DELETE /moderation/renames/:id': [['site admin'], { reason }],
  'POST /moderation/teams/:slug/name': [['site admin'], { name: 'Nicer', tag: 'NICE', reason }],
  'POST /moderation/teams/:slug/disband': [['site admin'], { reason }],
  'POST /moderation/teams/:slug/return': [['site admin'], { reason }],
  'POST /moderation/words': [['site admin'], { locale: 'en', words: ['rude'] }],
  'POST /moderation/cases/:id/claim': [judges],
  'POST /moderation/cases/:id/release': [judges],
  'POST /moderation/cases/:id/questions': [
    judges,
    { version: 1, person: 'REPORTER', text: 'Why?' },
  ],
  'POST /moderation/cases/:id/decision': [judges, { version: 1, acts: [], answer: 'No.' }],
  'POST /moderation/cases/:id/undo': [judges, { version: 1, answer: 'No.' }],
  'POST /moderation/cases/:id/appeal/decision': [
    judges,
    { version: 1, granted: true, answer: 'No.' },
  ],
  'POST /moderation/cases/:id/withheld': [judges],
  'POST /sanctions': [judges, { person: 'PLAYER', kind: 'strike', ladder: 'LADDER', reason }],
  'POST /sanctions/:id/appeal/claim': [judges],
  'POST /sanctions/:id/appeal/release': [judges],
  'POST /sanctions/:id/appeal/answer': [judges, { is_granted: false, reason }],
  'DELETE /sanctions/:id': [judges, { reason }],
  'POST /archives/import': [editors],
  'POST /archives/:slug/edit': [editors, { title: 'Old' }],
  'DELETE /archives/:slug': [['site admin']],
  'POST /articles': [editors, { slug: 'second', title: { en: 'Second' } }],
  'POST /articles/:slug/edit': [editors, { revision: 1 }],
  'POST /articles/:slug/publication': [editors],
  'POST /pages/:slug/edit': [editors, { revision: 0 }],
  'POST /pictures': [offices],
  'POST /writing/:kind/:slug/draft': [writers, { locale: 'en', revision: 1, texts: {} }],
  'DELETE /writing/:kind/:slug/draft': [writers],
  'DELETE /writing/:kind/:slug/offered': [writers, { locale: 'en', texts: {} }],
  'POST /writing/:kind/:slug/presence': [writers, { locale: 'en' }],
  'GET /writing/:kind/:slug/revisions': [writers],
  'POST /writing/preview': [writers, { kind: 'ladders', slug: 'tanks', body: '*a*' }],
  'GET /writing/:kind/:slug/revisions/:number': [
    editors,
    {},
    '/writing/articles/first/revisions/1',
  ],
  'POST /ladders/:slug/rules': [judges, { rules: {} }],
  'POST /ladders/:slug/seasons': [
    ['site admin'],
    { name: 'Next', starts_at: 'LATER', ends_at: 'LAST' },
  ],
  'POST /ladders/:slug/seasons/edit': [['site admin'], { name: 'Next' }],
  'POST /ladders/:slug/seasons/opening': [['site admin']],
  'POST /ladders/:slug/seasons/closing': [['site admin'], { name: 'Season 1', reason }],
  'GET /ladders/:slug/desk/entries': [judges],
  'GET /ladders/:slug/webhook': [judges],
  'POST /ladders/:slug/webhook': [
    judges,
    { url: 'https://discord.com/api/webhooks/1/a', locale: 'en' },
  ],
  'DELETE /ladders/:slug/webhook': [judges],
  'POST /matches/:id/case': [judges],
  'DELETE /matches/:id/case': [judges],
  'POST /matches/:id/ruling/preview': [judges, { outcome: { kind: 'voided' } }],
  'POST /matches/:id/ruling': [judges, { outcome: { kind: 'voided' }, rule: 'dispute', reason }],
  'POST /matches/:id/void/preview': [judges, {}, '/matches/CHALLENGED/void/preview'],
  'POST /matches/:id/deadline': [
    judges,
    { reason, until: 'LATER' },
    '/matches/CHALLENGED/deadline',
  ],
  'POST /matches/:id/void': [judges, { rule: 'dispute', reason }, '/matches/CHALLENGED/void'],
  'POST /matches/:id/appeal/decision': [
    ['site admin'],
    { outcome: { kind: 'voided' }, rule: 'dispute', reason },
    '/matches/APPEALED/appeal/decision',
  ],
  'POST /runs/:id/confirmation': [judges],
  'POST /runs/:id/rejection': [judges, { reason }],
  'POST /ladders/:slug/entries/:entry/removal': [judges, { reason }],
  'POST /ladders/:slug/entries/:entry/rest': [judges, { reason, days: 3 }],
  'DELETE /ladders/:slug/entries/:entry/rest/:rest': [judges, { reason }],
  'POST /ladders/:slug/entries/:entry/rung': [judges, { reason, rung: 1 }],
  'POST /ladders/:slug/entries/:entry/strikes': [judges, { reason }],
  'DELETE /ladders/:slug/entries/:entry/strikes/:strike': [judges, { reason }],
  'POST /ladders/:slug/entries/:entry/suspension': [judges, { reason, until: 'LATER' }],
  'DELETE /ladders/:slug/entries/:entry/suspension': [judges, { reason }],
  'GET /audit': [offices, {}, '/audit?whole'],
};

/** Every other route: for people and visitors, or everybody's own. What is asked of them stands in their rooms. */
const otherRoutes = [
  'DELETE /boards/:id',
  'DELETE /boards/answers/:id',
  'DELETE /entries/:id/players/:person',
  'DELETE /entries/:id/rest/:rest',
  'DELETE /ladders/:slug/entries/:entry',
  'DELETE /matches/:id/evidence/:evidence',
  'DELETE /matches/:id/forfeit',
  'DELETE /me/identities/:kind',
  'DELETE /me/sessions/:id',
  'DELETE /profiles/:userId/linked-accounts/:provider',
  'DELETE /teams/:slug/invites/:invite',
  'DELETE /teams/:slug/logo',
  'DELETE /teams/:slug/members/:person',
  'DELETE /teams/:slug/requests',
  'DELETE /teams/:slug/webhook',
  'GET /calendar/ladders/:file',
  'GET /calendar/matches/:file',
  'GET /calendar/people/:file',
  'GET /calendar/teams/:file',
  'GET /captcha',
  'GET /choices/games',
  'GET /choices/ladders',
  'GET /evidence/:evidence',
  'GET /evidence/:evidence/preview',
  'GET /game-pictures/:key/:size',
  'GET /icons/:file',
  'GET /ladders/:slug/log.ndjson',
  'GET /league-logos/:key/:file',
  'GET /logos/:key/:size',
  'GET /matches/:id/hours',
  'GET /matches/:id/messages',
  'GET /matches/:id/server',
  'GET /me/data',
  'GET /me/notices/unread',
  'GET /people',
  'GET /pictures/:key/:name',
  'GET /profiles/:id/linked-accounts',
  'GET /public-file.zip',
  'GET /teams/:slug/webhook',
  'GET /unsubscribe',
  'GET /writing/:kind/:slug/draft',
  'POST /boards',
  'POST /boards/:id/answers',
  'POST /boards/:id/invitation',
  'POST /boards/answers/:id/acceptance',
  'POST /boards/answers/:id/decline',
  'POST /entries/:id/players/:person',
  'POST /entries/:id/rest',
  'POST /entries/:id/runs',
  'POST /ladders/:slug/challenges',
  'POST /ladders/:slug/entries',
  'POST /matches/:id/acceptance',
  'POST /matches/:id/appeal',
  'POST /matches/:id/cancellation',
  'POST /matches/:id/cancellation/agreement',
  'POST /matches/:id/check-in',
  'POST /matches/:id/concession',
  'POST /matches/:id/confirmation',
  'POST /matches/:id/correction',
  'POST /matches/:id/correction/agreement',
  'POST /matches/:id/counter-offer',
  'POST /matches/:id/decline',
  'POST /matches/:id/dispute',
  'POST /matches/:id/evidence',
  'POST /matches/:id/evidence/links',
  'POST /matches/:id/extension',
  'POST /matches/:id/extension/agreement',
  'POST /matches/:id/forfeit',
  'POST /matches/:id/messages',
  'POST /matches/:id/report',
  'POST /matches/:id/report/confirmation',
  'POST /matches/:id/reschedule',
  'POST /matches/:id/reschedule/answer',
  'POST /matches/:id/server',
  'POST /matches/:id/statements',
  'POST /matches/:id/veto',
  'POST /matches/:id/withdrawal',
  'POST /me/calendar',
  'POST /me/deletion',
  'POST /me/identities',
  'POST /me/notices/choices',
  'POST /me/notices/reading',
  'POST /me/recovery-codes',
  'POST /me/settings',
  'POST /moderation/cases/:id/appeal',
  'POST /moderation/questions/:id/answer',
  'POST /reports',
  'POST /runs/:id/withdrawal',
  'POST /sanctions/:id/appeal',
  'POST /scrims/:id/cancellation',
  'POST /scrims/:id/messages',
  'POST /scrims/:id/server',
  'POST /second-step/recovery',
  'POST /teams',
  'POST /teams/:slug/disband',
  'POST /teams/:slug/edit',
  'POST /teams/:slug/invites',
  'POST /teams/:slug/join',
  'POST /teams/:slug/logo',
  'POST /teams/:slug/members/:person',
  'POST /teams/:slug/requests',
  'POST /teams/:slug/requests/answer',
  'POST /teams/:slug/webhook',
  'POST /unsubscribe',
  'POST /users/discord-ids',
];

/** What stands in an address for a word of its route, under the place before it; nothing is found under `none`. */
const places: Record<string, string> = {
  'ladders:slug': 'tanks',
  'games:slug': 'battlefield6',
  'entries:entry': 'ENTRY',
  'cases:id': 'CASE',
  'teams:slug': 'spare',
  'people:id': 'PERSON',
  'sanctions:id': 'SANCTION',
  'sign-in-ways:provider': 'discord',
  'articles:slug': 'first',
  'pages:slug': 'terms',
  'writing:kind': 'ladders',
  'writing:slug': 'tanks',
  'revisions:number': '1',
  'matches:id': 'DISPUTED',
  'runs:id': 'RUN',
};

let cast: Cast;
let everybody: Record<string, Viewer | null>;
/** What the words in capitals stand for. */
let known: Record<string, string>;

/** A match of two teams whose reports differ. */
async function dispute(own: ApiLeague, teams: [TestTeam, TestTeam]): Promise<string> {
  const { match, maps } = await startMatch(own, 'tanks', teams);
  for (const [index, winner] of (['challenger', 'defender'] as const).entries()) {
    const body = { scores: toScores(maps, winner) };
    await own.act(teams[index]?.captain ?? teams[0].captain, {
      path: `/matches/${match}/report`,
      body,
    });
  }
  return match;
}

/** A sanction on the ladder against which its person has appealed. */
async function sanction(own: ApiLeague, person: Viewer, ladder: string): Promise<string> {
  const given = { person: person.person_id, kind: 'mute', ladder, reason };
  const made = await own.act(await own.addAdmin('Second'), { path: '/sanctions', body: given });
  const path = `/sanctions/${made.sanction}/appeal`;
  await own.act(person, { path, body: { text: 'I did not.' } });
  return String(made.sanction);
}

async function addRun(own: ApiLeague, admin: Viewer, judge: Viewer): Promise<string> {
  await own.addLadder('rally', 'time_attack', { timeAttack: { stages: ['Pass'] } });
  await own.act(admin, { path: '/ladders/rally/admins', body: { person: judge.person_id } });
  const driver = await own.addPerson('Driver');
  const { entry } = await own.act(driver, { path: '/ladders/rally/entries' });
  const body = { stage: 'Pass', time_ms: 70_000, proof: 'https://video.example/run' };
  return String((await own.act(driver, { path: `/entries/${entry}/runs`, body })).run);
}

/** Hides a picture that a side brought to a match, and has people read what is hidden; returns its case. */
async function hidePicture(
  own: ApiLeague,
  [side, other]: [TestTeam, TestTeam],
  match: string,
  readers: [Viewer, ...Viewer[]],
): Promise<string> {
  const create = { width: 20, height: 20, channels: 3, background: '#204060' } as const;
  const picture = new Uint8Array(await sharp({ create }).png().toBuffer());
  const origin = 'http://localhost:3000';
  const answer = await own.app.fetch(
    new Request(`${origin}/api/matches/${match}/evidence`, {
      method: 'POST',
      headers: { origin, host: 'localhost:3000', 'x-test-person': side.captain.person_id },
      body: picture,
    }),
  );
  const { data } = (await answer.json()) as { data: { id: string } };
  const report = { kind: 'evidence', id: data.id, reason: 'picture' };
  await own.act(other.captain, { path: '/reports', body: report });
  const [found] = await own.database.query<{ id: string }>(
    "select id from private.cases where kind = 'evidence'",
  );
  const path = `/moderation/cases/${found?.id}`;
  const hiding = { version: 1, acts: [{ act: 'hide' }] };
  await own.act(readers[0], { path: `${path}/decision`, body: hiding });
  for (const reader of readers) {
    await own.act(reader, { path: `${path}/withheld` });
  }
  return found?.id ?? '';
}

beforeAll(async () => {
  cast = await createCast();
  const { own, home, away, third, people } = cast;
  const admin = people['site admin'] ?? home.captain;
  const judge = people["the ladder's admin"] ?? home.captain;
  const [ladder] = await own.database.query<{ id: string }>(
    "select id from public.ladders where slug = 'tanks'",
  );
  await own.addTeam('Spare', null);
  const article = { slug: 'first', title: { en: 'First' }, body: { en: 'Words' } };
  await own.act(admin, { path: '/articles', body: article });
  const appealed = await dispute(own, [home, away]);
  const ruling = { outcome: { kind: 'voided' }, rule: 'dispute', reason };
  await own.act(judge, { path: `/matches/${appealed}/ruling`, body: ruling });
  await own.act(away.captain, { path: `/matches/${appealed}/appeal`, body: { statement: 'No.' } });
  const disputed = await dispute(own, [third, home]);
  const said = { path: `/matches/${disputed}/messages`, body: { text: 'You are bad' } };
  const { id: message } = await own.act(home.captain, said);
  const report = { kind: 'match_message', id: message, reason: 'insult' };
  await own.act(third.captain, { path: '/reports', body: report });
  const [found] = await own.database.query<{ id: string }>('select id from private.cases');
  const fallen = await own.addAdmin('Fallen');
  const pictured = await hidePicture(own, [third, home], disputed, [admin, judge, fallen]);
  const ban = { person: fallen.person_id, kind: 'ban', reason };
  await own.act(admin, { path: '/sanctions', body: ban });
  everybody = { ...people, 'banned site admin': fallen };
  const fourth = await own.addTeam('Fourth', 'tanks');
  const fifth = await own.addTeam('Fifth', 'tanks');
  const challenge = {
    entry: fifth.entry,
    opponent: fourth.entry,
    maps: ['Nexus'],
    nonce: testNonce,
  };
  const open = await own.act(fifth.captain, { path: '/ladders/tanks/challenges', body: challenge });
  known = {
    ...{ DISPUTED: disputed, APPEALED: appealed, CHALLENGED: String(open.match) },
    PICTURED: pictured,
    ...{ CASE: found?.id ?? '', ENTRY: third.entry, LADDER: ladder?.id ?? '' },
    SANCTION: await sanction(own, away.player, ladder?.id ?? ''),
    RUN: await addRun(own, admin, judge),
    REPORTER: third.captain.person_id,
    ...{ PERSON: third.player.person_id, PLAYER: home.player.person_id },
    NEWCOMER: (await own.addPerson('Newcomer')).person_id,
    ...{ LATER: own.at(200), LAST: own.at(300) },
  };
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const toKnown = (text: string) => text.replace(/[A-Z]{3,}/g, (word) => known[word] ?? word);

function toPath(route: string): string {
  const words = route.split('/');
  const filled = words.map((word, index) => {
    const before = words.slice(0, index).findLast((one) => !one.startsWith(':'));
    return word.startsWith(':') ? (places[`${before}${word}`] ?? none) : word;
  });
  return filled.join('/');
}

const refusals = new Set(['not_signed_in', 'not_admin', 'not_editor', 'not_member', 'suspended']);

/** Whether somebody is turned away for what they are, not for how things stand. */
const isTurnedAway = (code: string, path: string) =>
  refusals.has(code) || (code === 'not_found' && !path.includes(none));

it('has a row for each route there is', () => {
  const routes = cast.own.app.routes
    .filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path.replace(/^\/api/, '').replace(/\{.*\}$/, '')}`);
  const rows = [...Object.keys(officeRoutes), ...otherRoutes];
  expect(rows.toSorted()).toEqual([...new Set(routes)].sort());
});

it.each(Object.entries(officeRoutes))('%s: whom it lets through', async (route, row) => {
  const [method = '', pattern = ''] = route.split(' ');
  const [may, given = {}, path = toPath(pattern)] = row;
  const body = JSON.parse(toKnown(JSON.stringify(given)));
  const call = { method: method as 'POST' | 'DELETE' | 'GET', path: toKnown(path), body };
  // One may act only so often; and whoever may comes last, for they change it.
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + 61_000).toISOString());
  const names = Object.keys(everybody).sort((a, b) => +may.includes(a) - +may.includes(b));
  const through: string[] = [];
  const codes: Record<string, string> = {};
  let isDone = false;
  for (const name of names) {
    const { status, body: answer } = await cast.own.send(everybody[name] ?? null, call);
    // What one of those who may has done, the next may find gone.
    if ((isDone && may.includes(name)) || !isTurnedAway(answer.error?.code ?? '', call.path)) {
      through.push(name);
    }
    codes[name] = answer.error?.code ?? String(status);
    isDone ||= status === 200;
  }
  expect(through.sort(), JSON.stringify(codes)).toEqual([...may].sort());
});
