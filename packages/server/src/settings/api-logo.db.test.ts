import sharp, { type Color } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { createSettingsReader, type SettingsReader } from '../page/settings.ts';
import { type Cast, createCast } from '../testing/cast.ts';

let cast: Cast;
let reader: SettingsReader;

beforeAll(async () => {
  cast = await createCast();
  reader = await createSettingsReader(cast.own.database, parseConfig({}));
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

interface Answer {
  status: number;
  data?: { logo: string; path: string };
  code?: string;
}

async function upload(bytes: BodyInit, who: keyof Cast['people'] = 'site admin'): Promise<Answer> {
  const viewer = cast.people[who];
  cast.own.moveTo(new Date(cast.own.league.now().getTime() + 60_000).toISOString());
  const response = await cast.own.app.fetch(
    new Request('http://localhost:3000/api/settings/logo', {
      method: 'POST',
      headers: {
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        // Neither a name nor a header makes a picture of it.
        'content-type': 'image/png',
        ...(viewer === null ? {} : { 'x-test-person': viewer.person_id }),
      },
      body: bytes,
    }),
  );
  const body = (await response.json()) as { data?: Answer['data']; error?: { code: string } };
  return {
    status: response.status,
    ...(body.data === undefined ? {} : { data: body.data }),
    ...(body.error === undefined ? {} : { code: body.error.code }),
  };
}

const get = (path: string) => cast.own.app.fetch(new Request(`http://localhost:3000${path}`));
const choose = (logo: string | null) =>
  cast.own.send(cast.people['site admin'], { path: '/settings', body: { logo } });
const create = (width: number, height: number, background: Color) =>
  sharp({ create: { width, height, channels: 4, background } });
const toPng = (red: number, { width = 300, height = 100 } = {}) =>
  create(width, height, { r: red, g: 40, b: 40, alpha: 1 }).png().toBuffer();
const readCurrent = async () => {
  await reader.refresh();
  return reader.current.logo;
};

async function measure(path: string) {
  const answer = await get(path);
  expect(answer.headers.get('cache-control')).toContain('immutable');
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { width, height, format, exif } = await sharp(bytes).metadata();
  return { width, height, format, exif };
}

describe('the league’s logo', () => {
  it('is drawn anew in four forms, and holds at once', async () => {
    expect(await readCurrent()).toBeNull();
    const picture = await create(300, 100, { r: 255, g: 255, b: 255, alpha: 0.5 })
      .withExif({ IFD0: { Copyright: 'Somebody' } })
      .png()
      .toBuffer();
    const { status, data } = await upload(picture);
    expect(status).toBe(200);
    const path = data?.path ?? '';
    expect(await readCurrent()).toEqual({ path, width: 84 });
    const plain = { exif: undefined };
    expect(await measure(`${path}/bar.webp`)).toEqual({
      ...{ width: 168, height: 56, format: 'webp' },
      ...plain,
    });
    expect(await measure(`${path}/icon.png`)).toEqual({
      ...{ width: 64, height: 64, format: 'png' },
      ...plain,
    });
    expect(await measure(`${path}/app.png`)).toEqual({
      ...{ width: 180, height: 180, format: 'png' },
      ...plain,
    });
    expect(await measure(`${path}/link.jpg`)).toEqual({
      ...{ width: 1200, height: 630, format: 'jpeg' },
      ...plain,
    });
    expect(await measure(`${path}/whole.png`)).toEqual({
      ...{ width: 300, height: 100, format: 'png' },
      ...plain,
    });
    for (const other of ['bar.png', '__proto__', 'link.jpg/x']) {
      expect((await get(`${path}/${other}`)).status).toBe(404);
    }
    expect((await get(`/api/league-logos/${'0'.repeat(32)}/bar.webp`)).status).toBe(404);
  });

  it.each([
    ['a light one', 255, 23],
    ['a dark one', 0, 247],
  ])('lies on a ground on which it is seen: %s', async (_name, colour, ground) => {
    const hole = { r: 0, g: 0, b: 0, alpha: 0 };
    const picture = await create(40, 40, { r: colour, g: colour, b: colour, alpha: 1 })
      .extend({ top: 40, bottom: 40, background: hole })
      .png()
      .toBuffer();
    const { data } = await upload(picture);
    const bytes = Buffer.from(await (await get(`${data?.path}/app.png`)).arrayBuffer());
    const corner = await sharp(bytes)
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(corner[0]).toBe(ground);
  });

  it('may be as small as one pixel, and as flat as a line', async () => {
    expect((await upload(await toPng(1, { width: 1, height: 1 }))).status).toBe(200);
    expect((await upload(await toPng(2, { width: 3000, height: 1 }))).status).toBe(200);
    expect((await readCurrent())?.width).toBe(120);
    expect((await upload(await toPng(3, { width: 1, height: 3000 }))).status).toBe(200);
    expect((await readCurrent())?.width).toBe(1);
  });

  it('is taken away and taken back, each with a line in the audit log', async () => {
    const first = (await upload(await toPng(10))).data;
    const second = (await upload(await toPng(20))).data;
    expect((await choose(null)).status).toBe(200);
    expect(await readCurrent()).toBeNull();
    expect((await choose(first?.logo ?? '')).status).toBe(200);
    expect((await readCurrent())?.path).toBe(first?.path);
    const lines = await cast.own.database.query(
      `select person_id, act, changes -> 'logo' as logo from private.audit_log
       order by at desc, id desc limit 3`,
    );
    const by = { person_id: cast.people['site admin']?.person_id, act: 'settings_edited' };
    expect(lines).toEqual([
      { ...by, logo: { from: null, to: first?.logo } },
      { ...by, logo: { from: second?.logo, to: null } },
      { ...by, logo: { from: first?.logo, to: second?.logo } },
    ]);
  });

  it('is kept beside the five used before it, and no more', async () => {
    const given: string[] = [];
    for (const red of [31, 32, 33, 34, 35, 36, 37]) {
      given.push((await upload(await toPng(red))).data?.logo ?? '');
    }
    const kept = await cast.own.database.query<{ key: string }>(
      'select key from private.league_logos order by set_at, key',
    );
    expect(kept.map(({ key }) => key).toSorted()).toEqual(given.slice(-6).toSorted());
    expect((await choose(given[0] ?? '')).body.error?.params).toEqual({
      field: 'logo',
      rule: 'gone',
    });
    expect((await choose(given[1] ?? '')).status).toBe(200);
    await sweepFiles(cast.own.league, new Date(cast.own.at(24)));
    expect((await get(`/api/league-logos/${given[1]}/bar.webp`)).status).toBe(200);
    const files = await cast.own.database.query<{ count: string }>(
      `select count(*) from private.files f where not exists (select 1 from private.league_logos l
         where f.id in (l.bar_id, l.icon_id, l.app_id, l.link_id, l.whole_id))`,
    );
    expect(files[0]?.count).toBe('0');
  });
});

describe('what is no picture', () => {
  const script = "<script>alert('league')</script>";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const bomb = () =>
    sharp({ create: { width: 8000, height: 5001, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer();

  it.each([
    ['an SVG', svg, 415, 'file_type_refused'],
    ['an SVG behind a declaration', `<?xml version="1.0"?>${svg}`, 415, 'file_type_refused'],
    ['a script', script, 415, 'file_type_refused'],
    ['a demo', Buffer.from('HL2DEMO\0'.padEnd(64, '\0')), 415, 'file_type_refused'],
    ['nothing', '', 400, 'file_empty'],
    [
      'a script behind a picture’s first bytes',
      Buffer.concat([png, Buffer.from(script)]),
      422,
      'picture_broken',
    ],
    ['an SVG behind a GIF’s first bytes', `GIF89a${svg}`, 422, 'picture_broken'],
    ['a script that begins as a GIF', "GIF89a/*league*/=1;alert('league')", 422, 'picture_broken'],
  ])('is refused: %s', async (_name, bytes, status, code) => {
    const before = await readCurrent();
    expect(await upload(bytes)).toEqual({ status, code });
    expect(await readCurrent()).toEqual(before);
  });

  it('is refused, as one that holds more than forty million pixels and one cut off', async () => {
    expect((await upload(await bomb())).code).toBe('picture_too_large');
    const whole = await toPng(40, { width: 500, height: 500 });
    expect((await upload(whole.subarray(0, whole.length - 40))).code).toBe('picture_broken');
  });

  it('is refused above eight megabytes', async () => {
    const whole = await toPng(41);
    const room = 8 * 1024 * 1024;
    const padded = (bytes: number) => Buffer.concat([whole, Buffer.alloc(bytes - whole.length)]);
    expect(await upload(padded(room + 1))).toEqual({ status: 413, code: 'file_too_large' });
    expect((await upload(padded(room))).status).toBe(200);
  });

  it('leaves nothing of it behind, and neither does a picture with a script after its end', async () => {
    const whole = Buffer.concat([await toPng(42), Buffer.from(script)]);
    const { data } = await upload(whole);
    for (const file of ['bar.webp', 'icon.png', 'app.png', 'link.jpg']) {
      const answer = await get(`${data?.path}/${file}`);
      expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).not.toContain('alert');
    }
  });
});

describe('who may choose it', () => {
  it.each([
    ["the ladder's admin", 403, 'not_admin'],
    ['editor', 403, 'not_admin'],
    ['stranger', 403, 'not_admin'],
    ['visitor', 401, 'not_signed_in'],
  ] as const)('not a %s', async (who, status, code) => {
    expect(await upload(await toPng(50), who as keyof Cast['people'])).toEqual({ status, code });
  });
});

describe('the office of who chooses it', () => {
  const second = async (name: string) => {
    cast.own.moveTo(new Date(cast.own.league.now().getTime() + 60_000).toISOString());
    return cast.own.addAdmin(name);
  };
  /** Sends a picture whose bytes come once something else has happened: its first check is over by then. */
  async function sendLate(person: { person_id: string }, happen: () => Promise<unknown>) {
    const bytes = new Uint8Array(await toPng(60));
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          await happen();
          controller.enqueue(bytes);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    // Half duplex is asked for with a body that comes in pieces; the types do not know it.
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: {
        ...{ origin: 'http://localhost:3000', host: 'localhost:3000' },
        'x-test-person': person.person_id,
      },
      ...{ body, duplex: 'half' },
    };
    const request = new Request('http://localhost:3000/api/settings/logo', init);
    const answer = await cast.own.app.fetch(request);
    return [answer.status, (await answer.json()).error?.code ?? null];
  }
  const count = async () => (await cast.own.database.query('select from private.files')).length;

  it('is asked again where it is kept: what somebody without it sent leaves nothing', async () => {
    const person = await second('Second steward');
    const before = [await readCurrent(), await count()];
    const revoke = () =>
      cast.own.database.query('delete from public.admins where person_id = $1', [person.person_id]);
    expect(await sendLate(person, revoke)).toEqual([403, 'not_admin']);
    expect([await readCurrent(), await count()]).toEqual(before);
  });

  it('is none while a ban holds, and is written down with what it chose', async () => {
    const person = await second('Third steward');
    expect(await sendLate(person, async () => undefined)).toEqual([200, null]);
    const rows = await cast.own.database.query(
      'select set_by, set_at from private.league_logos order by set_at desc limit 1',
    );
    expect(rows).toEqual([{ set_by: person.person_id, set_at: cast.own.league.now() }]);
    await cast.own.database.query(
      `insert into public.sanctions (id, person_id, kind, starts_at, text_id)
       values (gen_random_uuid(), $1, 'ban', $2, gen_random_uuid())`,
      [person.person_id, cast.own.league.now()],
    );
    const before = await count();
    expect(await sendLate(person, async () => undefined)).toEqual([403, 'not_admin']);
    expect(await count()).toBe(before);
  });
});
