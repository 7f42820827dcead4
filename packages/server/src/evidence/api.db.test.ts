import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { sweepFiles } from '../files/stored-files.ts';
import {
  type ApiAnswer,
  type ApiLeague,
  createRacingLeague,
  day,
  scheduleMatch,
  startMatch,
  type TestTeam,
  toScores,
} from '../testing/api-league.ts';

let own: ApiLeague;
let teams: [TestTeam, TestTeam];
let other: TestTeam;
let match: string;
let maps: string[];

beforeAll(async () => {
  own = await createRacingLeague();
  await own.addLadder('tanks', 'rung', { report: { evidence: 'required' } });
  const above = await own.addTeam('Above', 'tanks');
  const below = await own.addTeam('Below', 'tanks');
  teams = [below, above];
  other = await own.addTeam('Other', 'tanks');
  ({ match, maps } = await startMatch(own, 'tanks', teams));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const picture = (width = 40, height = 30) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'where I live' } })
    .png()
    .toBuffer();

const demo = (size: number) =>
  Buffer.concat([Buffer.from('PBDEMS2\0', 'latin1'), randomBytes(size)]);

interface Sent {
  bytes: BodyInit;
  query?: string;
  headers?: Record<string, string>;
}

async function upload(
  who: Viewer | null,
  { bytes, query = '', headers = {} }: Sent,
  id = match,
): Promise<ApiAnswer> {
  const response = await own.app.fetch(
    new Request(`http://localhost:3000/api/matches/${id}/evidence${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        ...(who === null ? {} : { 'x-test-person': who.person_id }),
        ...headers,
      },
      body: bytes,
      duplex: 'half',
    } as RequestInit),
  );
  return {
    status: response.status,
    headers: response.headers,
    body: JSON.parse(await response.text()),
  };
}

async function read(who: Viewer | null, path: string, headers: Record<string, string> = {}) {
  const response = await own.app.fetch(
    new Request(`http://localhost:3000/api${path}`, {
      headers: { ...(who === null ? {} : { 'x-test-person': who.person_id }), ...headers },
    }),
  );
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

const count = async (table: string) =>
  Number(
    (await own.database.query<{ n: string }>(`select count(*) as n from private.${table}`))[0]?.n,
  );

it('draws a picture anew, without what stood in its file', async () => {
  const captain = teams[0].captain;
  const bytes = await picture();
  const answer = await upload(captain, {
    bytes,
    query: `?name=${encodeURIComponent('../äes\u202E.png')}&note=Map%201`,
  });
  expect(answer.status).toBe(200);
  const { id } = answer.body.data ?? {};
  const got = await read(captain, `/evidence/${id}`);
  expect(got.status).toBe(200);
  expect(got.headers.get('content-type')).toBe('image/webp');
  expect(got.headers.get('content-security-policy')).toContain('sandbox');
  expect(got.headers.get('x-content-type-options')).toBe('nosniff');
  expect(got.headers.get('cache-control')).toBe('private, no-cache');
  expect(got.headers.has('content-disposition')).toBe(false);
  const { format, width, exif } = await sharp(got.bytes).metadata();
  expect({ format, width, exif }).toEqual({ format: 'webp', width: 40, exif: undefined });
  const [row] = await own.database.query(
    'select name, note, side, kind, width, height from private.match_evidence where id = $1',
    [id],
  );
  expect(row).toEqual({
    ...{ name: 'äes.webp', note: 'Map 1', side: 'challenger', kind: 'image' },
    ...{ width: 40, height: 30 },
  });
  const again = await read(captain, `/evidence/${id}`, {
    'if-none-match': got.headers.get('etag') ?? '',
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
  const preview = await read(captain, `/evidence/${id}/preview`);
  expect(preview.headers.get('content-type')).toBe('image/webp');
});

it('shows it to both sides and the admins, and to nobody else before the end', async () => {
  const answer = await upload(teams[0].player, { bytes: await picture() });
  const path = `/evidence/${answer.body.data?.id}`;
  const admin = await own.addAdmin('Judge');
  for (const who of [teams[0].captain, teams[1].player, admin]) {
    expect((await read(who, path)).status).toBe(200);
  }
  for (const who of [null, other.captain, await own.addPerson('Stranger')]) {
    expect((await read(who, path)).status).toBe(404);
    expect((await read(who, `${path}/preview`)).status).toBe(404);
  }
  expect((await read(admin, '/evidence/not-an-id')).status).toBe(404);
});

it('takes nothing from strangers, other captains, visitors and other sites', async () => {
  const bytes = await picture();
  const before = await count('files');
  expect((await upload(null, { bytes })).status).toBe(401);
  expect((await upload(await own.addPerson('Passer-by'), { bytes })).body.error?.code).toBe(
    'not_member',
  );
  expect((await upload(other.captain, { bytes })).body.error?.code).toBe('not_member');
  const foreign = await upload(teams[0].captain, {
    bytes,
    headers: { origin: 'https://evil.test' },
  });
  expect(foreign.body.error?.code).toBe('origin_not_allowed');
  expect((await upload(teams[0].captain, { bytes }, 'nonsense')).status).toBe(404);
  const admin = await own.addAdmin('Clerk');
  expect((await upload(admin, { bytes })).body.error?.code).toBe('not_member');
  expect(await count('files')).toBe(before);
});

it('judges by the content, whatever name or type it is sent under', async () => {
  const { captain } = teams[1];
  const before = await count('files');
  const page = '<!DOCTYPE html><script>alert(1)</script>';
  const dressed = await upload(captain, {
    bytes: page,
    query: '?name=proof.png',
    headers: { 'content-type': 'image/png' },
  });
  expect(dressed).toMatchObject({ status: 415, body: { error: { code: 'file_type_refused' } } });
  expect(
    (await upload(captain, { bytes: '<svg xmlns="http://www.w3.org/2000/svg"/>' })).status,
  ).toBe(415);
  expect((await upload(captain, { bytes: '' })).body.error?.code).toBe('file_empty');
  const halved = (await picture(300, 300)).subarray(0, 2000);
  expect((await upload(captain, { bytes: halved })).body.error?.code).toBe('picture_broken');
  const gifar = Buffer.concat([Buffer.from('GIF89a'), Buffer.from(page.repeat(4))]);
  expect((await upload(captain, { bytes: gifar })).body.error?.code).toBe('picture_broken');
  const nul = await upload(captain, { bytes: await picture(), query: '?note=%00' });
  expect(nul.body.error).toMatchObject({ code: 'field_invalid', field: 'note' });
  expect(await count('files')).toBe(before);
});

it('keeps a note of three hundred characters, without the room around it', async () => {
  const { captain } = teams[1];
  const send = async (note: string) =>
    upload(captain, { bytes: await picture(), query: `?note=${note}` });
  expect((await send('x'.repeat(301))).body.error).toMatchObject({
    code: 'field_invalid',
    field: 'note',
  });
  const kept = [await send('x'.repeat(300)), await send('%20Map%202%20')];
  const rows = await own.database.query<{ note: string }>(
    'select note from private.match_evidence where id = any ($1) order by note',
    [kept.map(({ body }) => body.data?.id)],
  );
  expect(rows.map(({ note }) => note)).toEqual(['Map 2', 'x'.repeat(300)]);
});

it('takes no page along with a picture that is both', async () => {
  const polyglot = Buffer.concat([
    await picture(),
    Buffer.from('<script>alert(1)</script>PK\x03\x04'),
  ]);
  const answer = await upload(teams[1].captain, { bytes: polyglot });
  const got = await read(teams[1].captain, `/evidence/${answer.body.data?.id}`);
  expect(got.status).toBe(200);
  expect(got.bytes.includes('<script>')).toBe(false);
});

it('refuses a small file that would fill the memory', async () => {
  const bomb = await sharp({
    create: { width: 16000, height: 16000, channels: 3, background: 'black' },
  })
    .png({ compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1_000_000);
  const answer = await upload(teams[1].captain, { bytes: bomb });
  expect(answer).toMatchObject({ status: 422, body: { error: { code: 'picture_too_large' } } });
});

it('counts what comes in and stops where it is too much', async () => {
  const { captain } = teams[1];
  const told = await upload(captain, {
    bytes: 'x',
    headers: { 'content-length': String(200 * 1024 * 1024) },
  });
  expect(told).toMatchObject({
    status: 413,
    body: { error: { code: 'file_too_large', params: { megabytes: 128 } } },
  });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      const head = sent === 0 ? Buffer.from([0xff, 0xd8, 0xff]) : Buffer.alloc(0);
      controller.enqueue(new Uint8Array(Buffer.concat([head, Buffer.alloc(1024 * 1024)])));
      sent += 1;
    },
  });
  const untold = await upload(captain, { bytes: endless });
  expect(untold).toMatchObject({
    status: 413,
    body: { error: { code: 'file_too_large', params: { megabytes: 8 } } },
  });
  // Eight megabytes, and what is read on before the refusal is told.
  expect(sent).toBeLessThan(8 + 16 + 8);
});

it('keeps a demo whole and hands it out to be saved only', async () => {
  const { captain } = teams[0];
  const bytes = demo(900_000);
  const answer = await upload(captain, { bytes, query: '?name=final.html' });
  expect(answer.body.data).toMatchObject({ id: expect.any(String) });
  const got = await read(teams[1].captain, `/evidence/${answer.body.data?.id}`);
  expect(got.bytes.equals(bytes)).toBe(true);
  expect(got.headers.get('content-type')).toBe('application/octet-stream');
  expect(got.headers.get('content-disposition')).toContain('attachment; filename="final.dem"');
  expect(got.headers.get('content-length')).toBe(String(bytes.length));
});

it('leaves nothing of a file that breaks off', async () => {
  const before = await count('files');
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(demo(600_000)));
      setTimeout(() => controller.error(new Error('gone')), 20);
    },
  });
  const answer = await upload(teams[0].captain, { bytes: broken });
  expect(answer.body.error?.code).toBe('file_broke_off');
  expect(await count('files')).toBe(before);
  const dead = await own.addPerson('Dead');
  await own.database.query(
    `insert into private.files (id, media_type, person_id, started_at) values (gen_random_uuid(), '', $1, '2020-01-01')`,
    [dead.person_id],
  );
  await sweepFiles(own.league, new Date(own.at(0, 0)));
  expect(await count('files')).toBe(before);
});

it('keeps the same file once, also when it is sent twice at once', async () => {
  const bytes = demo(300_000);
  const [first, second] = await Promise.all([
    upload(teams[0].player, { bytes }),
    upload(teams[0].player, { bytes }),
  ]);
  expect(first?.body.data?.id).toBe(second?.body.data?.id);
  const foe = await upload(teams[1].player, { bytes });
  expect(foe.body.data?.id).not.toBe(first?.body.data?.id);
  const files = await own.database.query(
    'select distinct file_id from private.match_evidence where id = any($1)',
    [[first?.body.data?.id, foe.body.data?.id]],
  );
  expect(files).toHaveLength(1);
  expect(await own.database.query('select 1 from private.files where sha256 is null')).toEqual([]);
});

it('takes links to secure addresses only', async () => {
  const { captain } = teams[1];
  const path = `/matches/${match}/evidence/links`;
  const link = (url: string) => own.send(captain, { path, body: { url } });
  for (const url of [
    'http://a.test/x',
    'javascript:alert(1)',
    '//a.test',
    'https://me:pw@a.test/',
    'https://localhost/',
    'nonsense',
  ]) {
    expect((await link(url)).body.error).toMatchObject({ code: 'field_invalid', field: 'url' });
  }
  const kept = await link(' https://clips.example/watch?v=1 ');
  expect(kept.status).toBe(200);
  expect((await link('https://clips.example/watch?v=1')).body.data?.id).toBe(kept.body.data?.id);
  expect(
    (await own.send(other.captain, { path, body: { url: 'https://a.test/' } })).body.error?.code,
  ).toBe('not_member');
});

it('lets people take back their own, and nobody else’s', async () => {
  const answer = await upload(teams[0].captain, { bytes: await picture() });
  const path = `/matches/${match}/evidence/${answer.body.data?.id}`;
  expect((await own.send(teams[1].captain, { path, method: 'DELETE' })).status).toBe(404);
  const hide = (at: Date | null) =>
    own.database.query('update private.match_evidence set hidden_at = $2 where id = $1', [
      answer.body.data?.id,
      at,
    ]);
  // What an admin has hidden is neither handed out nor taken back.
  await hide(own.league.now());
  expect((await read(teams[0].captain, `/evidence/${answer.body.data?.id}`)).status).toBe(404);
  expect((await own.send(teams[0].captain, { path, method: 'DELETE' })).status).toBe(404);
  await hide(null);
  expect((await own.send(teams[0].captain, { path, method: 'DELETE' })).status).toBe(200);
  expect((await read(teams[0].captain, `/evidence/${answer.body.data?.id}`)).status).toBe(404);
});

it('holds to how much one person may bring, also when it all comes at once', async () => {
  const player = teams[1].player;
  const [given] = await own.database.query<{ n: string }>(
    'select count(*) as n from private.match_evidence where match_id = $1 and person_id = $2',
    [match, player.person_id],
  );
  const links = Array.from({ length: 25 }, (_, index) => `https://clips.example/${index}`);
  const path = `/matches/${match}/evidence/links`;
  const answers = await Promise.all(
    links.slice(0, 20).map((url) => own.send(player, { path, body: { url } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20 - Number(given?.n));
  expect(answers.find(({ status }) => status === 422)?.body.error?.code).toBe('evidence_full');
  expect((await upload(player, { bytes: await picture() })).body.error?.code).toBe('evidence_full');
});

it('holds to how many bytes one person may bring, those that they brought before with them', async () => {
  const giver = teams[0].player;
  const most = 256 * 1024 * 1024;
  const { id } = (await upload(giver, { bytes: await picture() })).body.data ?? {};
  const path = `/matches/${match}/evidence/links`;
  const linkBeside = async (brought: number) => {
    await own.database.query(
      `update private.files f set size = $3 - (
         select coalesce(sum(o.size), 0) from private.match_evidence e join private.files o on o.id = e.file_id
         where e.person_id = $2 and e.id <> $1)
       where f.id = (select file_id from private.match_evidence where id = $1)`,
      [id, giver.person_id, brought],
    );
    const url = `https://clips.example/beside-${brought}`;
    const answer = await own.send(giver, { path, body: { url } });
    return answer.body.error ?? answer.status;
  };
  expect(await linkBeside(most - 1)).toBe(200);
  expect(await linkBeside(most)).toBe(200);
  expect(await linkBeside(most + 1)).toMatchObject({
    code: 'evidence_full',
    params: { pieces: 20, megabytes: 256 },
  });
  // What comes counts too, at the latest once it has come.
  await linkBeside(most);
  const files = await count('files');
  expect((await upload(giver, { bytes: await picture() })).body.error?.code).toBe('evidence_full');
  expect(await count('files')).toBe(files);
});

it('reports only with evidence where the rules ask for it; afterwards everybody sees it', async () => {
  const [challenger, defender] = teams;
  const bare = await own.addTeam('Bare', 'tanks');
  const { match: second } = await scheduleMatch(own, 'tanks', [bare, other]);
  expect((await upload(bare.captain, { bytes: await picture() }, second)).status).toBe(200);
  const report = {
    path: `/matches/${match}/report`,
    body: { scores: toScores(maps, 'challenger') },
  };
  await own.database.query(
    `delete from private.match_evidence where match_id = $1 and side = 'challenger'`,
    [match],
  );
  expect((await own.send(challenger.captain, report)).body.error?.code).toBe('evidence_missing');
  const proof = await upload(challenger.player, { bytes: await picture() });
  await own.act(challenger.captain, report);
  await own.act(defender.captain, { path: `/matches/${match}/report/confirmation` });
  expect((await read(null, `/evidence/${proof.body.data?.id}`)).status).toBe(200);
  expect((await upload(challenger.player, { bytes: await picture() })).status).toBe(200);
  own.moveTo(new Date(Date.parse(own.at(0)) + 5 * day).toISOString());
  expect((await upload(challenger.player, { bytes: await picture() })).body.error?.code).toBe(
    'evidence_closed',
  );
});
