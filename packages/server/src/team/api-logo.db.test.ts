import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';

let own: ApiLeague;
let team: TestTeam;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  team = await own.addTeam('Painters', 'tanks');
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

async function upload(who: Viewer, bytes: BodyInit, slug = team.slug) {
  const response = await own.app.fetch(
    new Request(`http://localhost:3000/api/teams/${slug}/logo`, {
      method: 'POST',
      headers: {
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        'x-test-person': who.person_id,
      },
      body: bytes,
    }),
  );
  return {
    status: response.status,
    body: (await response.json()) as { data?: { logo: string }; error?: { code: string } },
  };
}

const get = (path: string) => own.app.fetch(new Request(`http://localhost:3000${path}`));
const toWide = (colour: string) =>
  sharp({ create: { width: 600, height: 200, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

it('crops a picture to its middle, in two sizes that may be kept for ever', async () => {
  const { status, body } = await upload(team.captain, await toWide('#a03020'));
  expect(status).toBe(200);
  for (const size of [64, 256]) {
    const answer = await get(`${body.data?.logo}/${size}.webp`);
    expect(answer.headers.get('cache-control')).toContain('immutable');
    const { width, height, format } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata();
    expect({ width, height, format }).toEqual({ width: size, height: size, format: 'webp' });
  }
  expect((await get(`${body.data?.logo}/512.webp`)).status).toBe(404);
  expect((await get(`${body.data?.logo}/__proto__`)).status).toBe(404);
  const [row] = await own.database.query('select logo_path from public.teams where id = $1', [
    team.id,
  ]);
  expect(row).toEqual({ logo_path: body.data?.logo });
});

it('is the captain’s alone, and must be a picture', async () => {
  const bytes = await toWide('#203040');
  expect((await upload(team.player, bytes)).body.error?.code).toBe('not_captain');
  expect((await upload(await own.addPerson('Stranger'), bytes)).body.error?.code).toBe(
    'not_captain',
  );
  expect((await upload(team.captain, bytes, 'nobody')).status).toBe(404);
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]);
  expect((await upload(team.captain, zip)).body.error?.code).toBe('file_type_refused');
  const remove = { path: `/teams/${team.slug}/logo`, method: 'DELETE' as const };
  expect((await own.send(team.player, remove)).body.error?.code).toBe('not_captain');
});

it('is not changed any more once the team has disbanded', async () => {
  const { captain, slug } = await own.addTeam('Parted', null);
  await own.act(captain, { path: `/teams/${slug}/disband` });
  const { body } = await upload(captain, await toWide('#405060'), slug);
  expect(body.error?.code).toBe('team_disbanded');
  const remove = { path: `/teams/${slug}/logo`, method: 'DELETE' as const };
  expect((await own.send(captain, remove)).body.error?.code).toBe('team_disbanded');
});

it('is not changed by a captain who is suspended', async () => {
  const owner = await own.addAdmin('Owner');
  const { captain, player, slug } = await own.addTeam('Benched', 'tanks');
  const second = { path: `/teams/${slug}/members/${player.person_id}`, body: { role: 'captain' } };
  await own.act(captain, second);
  const body = { person: captain.person_id, kind: 'suspension', reason: 'Fair play.' };
  await own.act(owner, { path: '/sanctions', body });
  const { status, body: answer } = await upload(captain, await toWide('#605040'), slug);
  expect([status, answer.error?.code]).toEqual([403, 'suspended']);
});

it('is one team’s: another keeps its own when it is changed or taken away', async () => {
  const other = await own.addTeam('Beside', null);
  const theirs = (await upload(other.captain, await toWide('#20a040'), other.slug)).body.data?.logo;
  const first = (await upload(team.captain, await toWide('#a020a0'))).body.data?.logo;
  expect((await upload(team.captain, await toWide('#2020a0'))).body.data?.logo).not.toBe(first);
  const remove = ({ slug }: TestTeam) => ({
    path: `/teams/${slug}/logo`,
    method: 'DELETE' as const,
  });
  await own.act(team.captain, remove(team));
  const paths = await own.database.query(
    'select logo_path from public.teams where id = any ($1) order by name',
    [[team.id, other.id]],
  );
  expect(paths).toEqual([{ logo_path: theirs }, { logo_path: null }]);
  expect((await get(`${theirs}/64.webp`)).status).toBe(200);
  await own.act(other.captain, remove(other));
});

it('tells who shows the team, and leaves nothing when it is taken away', async () => {
  const heard: string[] = [];
  const stop = await own.database.listen('muster_hints', (payload) => heard.push(payload));
  const { body } = await upload(team.captain, await toWide('#304050'));
  await expect.poll(() => heard.join()).toContain(`team:${team.id}`);
  await stop();
  // As old as what the log says of the team: who shows it has nothing newer.
  const [head] = await own.database.query<{ sequence: string }>(
    'select sequence from public.stream_heads where stream = $1',
    [`team:${team.id}`],
  );
  const hint = heard.find((payload) => payload.includes(`team:${team.id}`)) ?? '{}';
  expect(JSON.parse(hint)).toMatchObject({ id: team.id, version: Number(head?.sequence) });
  await own.act(team.captain, { path: `/teams/${team.slug}/logo`, method: 'DELETE' });
  expect((await get(`${body.data?.logo}/64.webp`)).status).toBe(404);
  await sweepFiles(own.league, new Date(own.at(1)));
  expect(await own.database.query('select 1 from private.files')).toEqual([]);
  expect(await own.database.query('select 1 from storage.objects')).toEqual([]);
});
