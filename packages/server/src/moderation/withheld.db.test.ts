import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { scheduleMatch } from '../testing/api-league.ts';
import { askAll, type Cast, createCast, onlyTo } from '../testing/cast.ts';

/** A picture that is hidden: who decides sees it by a press that is written down, and nobody loses it meanwhile. */

let cast: Cast;
let admin: Viewer;

const minute = 60_000;
const pass = (milliseconds: number) =>
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + milliseconds).toISOString());

beforeAll(async () => {
  cast = await createCast();
  admin = cast.people['site admin'] ?? cast.home.captain;
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});
beforeEach(() => pass(2 * minute));

const toPicture = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer();

async function fetchAs(who: Viewer | null, path: string, bytes?: Buffer) {
  const headers = {
    origin: 'http://localhost:3000',
    host: 'localhost:3000',
    ...(who === null ? {} : { 'x-test-person': who.person_id }),
  };
  const sent = bytes === undefined ? {} : { method: 'POST', body: new Uint8Array(bytes) };
  return cast.own.app.fetch(new Request(`http://localhost:3000${path}`, { headers, ...sent }));
}

async function upload(who: Viewer, path: string, colour: string) {
  const answer = await fetchAs(who, path, await toPicture(colour));
  return (await answer.json()) as {
    data?: { id?: string; logo?: string };
    error?: { code: string };
  };
}

/** Whether who asks is shown a picture, and of which colour. */
async function look(who: Viewer | null, path: string): Promise<string | number> {
  const answer = await fetchAs(who, path);
  if (answer.status !== 200) {
    return answer.status;
  }
  const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
  return dominant.r > dominant.b ? 'red' : 'blue';
}

/** Reports a thing and acts on it: the address of its case. */
async function decide(by: Viewer, report: { kind: string; id: string }, act: string) {
  const { own } = cast;
  await own.act(by, { path: '/reports', body: { ...report, reason: 'picture' } });
  const [row] = await own.database.query<{ id: string }>(
    `select id from private.cases where subject = $1 and status = 'open'`,
    [report.id],
  );
  const path = `/moderation/cases/${row?.id}`;
  await own.act(admin, { path: `${path}/decision`, body: { version: 1, acts: [{ act }] } });
  return path;
}

const press = async (who: Viewer, path: string) => {
  const { things } = await cast.own.act(who, { path: `${path}/withheld` });
  return (things as { picture: string | null }[]).map(({ picture }) => picture);
};

it('of evidence, for half an hour after their own press, and for nobody else', async () => {
  const { own, home, away, people } = cast;
  const { match } = await scheduleMatch(own, 'tanks', [home, away]);
  const { data } = await upload(home.captain, `/api/matches/${match}/evidence`, '#d02020');
  const id = data?.id ?? '';
  expect(await look(away.captain, `/api/evidence/${id}/preview`)).toBe('red');
  const path = await decide(away.captain, { kind: 'evidence', id }, 'hide');
  expect(await look(admin, `/api/evidence/${id}/preview`)).toBe(404);
  const picture = `/api${path}/picture`;
  expect(await look(admin, picture)).toBe(404);
  expect(await press(admin, path)).toEqual([picture]);
  // Nothing between keeps it for others, or for when it is shown no more.
  const { headers } = await fetchAs(admin, picture);
  expect(headers.get('cache-control')).toBe('private, no-cache');
  const judge = people["the ladder's admin"] ?? null;
  expect(await Promise.all([admin, judge, null].map((who) => look(who, picture)))).toEqual([
    ...['red', 404, 404],
  ]);
  const hold = { person: admin.person_id, kind: 'suspension', until: own.at(3), reason: 'Absent.' };
  const other = await own.addAdmin('Other');
  const { sanction } = await own.act(other, { path: '/sanctions', body: hold });
  expect(await look(admin, picture)).toBe(404);
  const lift = { path: `/sanctions/${sanction}`, method: 'DELETE', body: { reason: 'x' } } as const;
  await own.act(other, lift);
  pass(30 * minute - 1);
  expect(await look(admin, picture)).toBe('red');
  pass(1);
  expect(await look(admin, picture)).toBe(404);
  const given = await askAll(cast, { path: `${path}/withheld` });
  expect(given).toEqual(onlyTo(['site admin', "the ladder's admin"], 'not_found')(given));
  expect(await look(judge, picture)).toBe('red');
  expect(await look(home.captain, picture)).toBe(404);
  expect(await look(admin, '/api/moderation/cases/none/picture')).toBe(404);
  await own.act(admin, { path: `${path}/undo`, body: { version: 2, answer: 'Mistaken' } });
  expect(await look(away.captain, `/api/evidence/${id}`)).toBe('red');
  expect(await look(admin, picture)).toBe(404);
});

it('of a team, which its captain neither deletes nor brings back, and which comes back by itself', async () => {
  const { own, home, third } = cast;
  const logoPath = `/api/teams/${home.slug}/logo`;
  const logo = (await upload(home.captain, logoPath, '#d02020')).data?.logo ?? '';
  const removed = await decide(third.captain, { kind: 'team', id: home.id }, 'remove_picture');
  const picture = `/api${removed}/picture`;
  const listFiles = () => own.database.query('select id from private.files order by id');
  const files = await listFiles();
  const again = await upload(home.captain, logoPath, '#d02020');
  expect(again.error?.code).toBe('picture_removed');
  expect(await listFiles()).toEqual(files);
  await own.act(home.captain, { path: `/teams/${home.slug}/logo`, method: 'DELETE' });
  await sweepFiles(own.league, new Date(own.league.now().getTime() + 1000 * minute));
  expect(await press(admin, removed)).toEqual([picture]);
  expect(await look(admin, picture)).toBe('red');
  await own.act(admin, { path: `${removed}/undo`, body: { version: 2, answer: 'Mistaken' } });
  expect(await look(null, `${logo}/256.webp`)).toBe('red');

  // What the team has chosen since stays; what was removed may be chosen again.
  const second = await decide(third.captain, { kind: 'team', id: home.id }, 'remove_picture');
  const newer = (await upload(home.captain, logoPath, '#2020d0')).data?.logo ?? '';
  expect(await press(admin, second)).toEqual([`/api${second}/picture`]);
  await own.act(admin, { path: `${second}/undo`, body: { version: 2, answer: 'Mistaken' } });
  expect(await look(null, `${newer}/256.webp`)).toBe('blue');
  expect((await upload(home.captain, logoPath, '#d02020')).data?.logo).toBe(logo);
});

it('of a team is the one that was removed: the one before it is seen where it was', async () => {
  const { own, home, away, third } = cast;
  const path = `/api/teams/${third.slug}/logo`;
  const body = { kind: 'team', id: third.id, reason: 'picture' };
  const first = (await upload(third.captain, path, '#d02020')).data?.logo;
  await own.act(home.captain, { path: '/reports', body });
  pass(minute);
  await upload(third.captain, path, '#2020d0');
  await own.act(away.captain, { path: '/reports', body });
  const [row] = await own.database.query<{ id: string; version: number }>(
    `select id, version from private.cases where subject = $1 and status = 'open'`,
    [third.id],
  );
  const found = `/moderation/cases/${row?.id}`;
  const acts = [{ act: 'remove_picture' }];
  await own.act(admin, { path: `${found}/decision`, body: { version: row?.version, acts } });
  expect(await press(admin, found)).toEqual([`${first}/256.webp`, `/api${found}/picture`]);
  expect(await look(admin, `/api${found}/picture`)).toBe('blue');
});
