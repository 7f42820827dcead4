import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { sweepFiles } from '../files/stored-files.ts';
import { cleanUp } from '../jobs/clean-up.ts';
import { type Cast, createCast, onlyTo } from '../testing/cast.ts';

let cast: Cast;
const writers = ['editor', 'site admin', "the ladder's admin", "another ladder's admin"];

beforeAll(async () => {
  cast = await createCast();
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

async function send(who: Viewer | null, bytes: Uint8Array<ArrayBuffer> | string) {
  const answer = await cast.own.app.fetch(
    new Request('http://localhost:3000/api/pictures', {
      method: 'POST',
      headers: {
        origin: 'http://localhost:3000',
        host: 'localhost:3000',
        ...(who === null ? {} : { 'x-test-person': who.person_id }),
      },
      body: bytes,
    }),
  );
  const body = await answer.json();
  return { status: answer.status, body };
}

const draw = async (width: number, height: number) =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#611214' } })
      .png()
      .toBuffer(),
  );

it('is sent by whoever writes articles', async () => {
  const picture = await draw(40, 30);
  const answers: Record<string, string> = {};
  for (const [name, person] of Object.entries(cast.people)) {
    const { status, body } = await send(person, picture);
    answers[name] = status === 200 ? 'obeyed' : body.error.code;
  }
  expect(answers).toEqual(onlyTo(writers, 'not_editor')(answers));
  const { own, people } = cast;
  const judge = people["the ladder's admin"] ?? null;
  const body = { person: judge?.person_id, kind: 'suspension', until: own.at(3), reason: 'x' };
  await own.act(people['site admin'] ?? cast.home.captain, { path: '/sanctions', body });
  expect((await send(judge, picture)).body.error.code).toBe('not_editor');
});

it('is drawn anew, kept once, seen by everybody at its size and nowhere else, and stays', async () => {
  const { own, people } = cast;
  const { body } = await send(people.editor, await draw(2000, 1000));
  const { path } = body.data;
  expect(path).toMatch(/^\/api\/pictures\/[0-9a-f]{32}\/1600x800\.webp$/);
  expect((await send(people.editor, await draw(2000, 1000))).body.data.path).toBe(path);
  await sweepFiles(own.league, new Date(own.league.now().getTime() + 1000));
  const read = (address: string) =>
    own.app.fetch(
      new Request(`http://localhost:3000${address}`, { headers: { host: 'localhost' } }),
    );
  const shown = await read(path);
  expect(shown.headers.get('content-type')).toBe('image/webp');
  expect(shown.headers.get('cache-control')).toContain('immutable');
  const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect([width, height]).toEqual([1600, 800]);
  expect((await read(path.replace('1600x800', '1600x801'))).status).toBe(404);
});

it('goes after a day in which nothing shows it: no text, none of its versions, no draft', async () => {
  const { own, people } = cast;
  const editor = people.editor ?? cast.home.captain;
  await own.database.query('delete from private.pictures');
  const paths: Record<string, string> = {};
  const names = ['alone', 'text', 'version', 'draft', 'game', 'rules', 'page', 'archive', 'offer'];
  for (const [place, name] of names.entries()) {
    paths[name] = (await send(editor, await draw(20 + place, 10))).body.data.path;
  }
  const show = (name: string) => `![x](${paths[name]})`;
  const body = { slug: 'shown', title: { en: 'Shown' }, body: { en: show('version') } };
  const { revision } = await own.act(editor, { path: '/articles', body });
  const edited = { revision, body: { en: show('text') } };
  await own.act(editor, { path: '/articles/shown/edit', body: edited });
  const draft = { locale: 'en', revision: 2, texts: { body: show('draft') } };
  await own.act(editor, { path: '/writing/articles/shown/draft', body: draft });
  const asIs: [string, string][] = [
    [`update public.games set about = jsonb_build_object('en', $1::text)`, show('game')],
    [`update public.ladders set description = jsonb_build_object('en', $1::text)`, show('rules')],
    [
      `insert into public.pages (slug, body) values ('about', jsonb_build_object('en', $1::text))`,
      show('page'),
    ],
    [
      `insert into public.archives (slug, title, closed_at, body)
       values ('old', '{}', now(), jsonb_build_object('en', $1::text))`,
      show('archive'),
    ],
    [
      `insert into private.laid_texts (kind, slug, locale, hash, offered)
       values ('articles', 'shown', 'en', '', jsonb_build_object('body', $1::text))`,
      show('offer'),
    ],
  ];
  for (const [statement, text] of asIs) {
    await own.database.query(statement, [text]);
  }
  const listKept = async () => {
    const rows = await own.database.query<{ key: string }>('select key from private.pictures');
    const keys = rows.map(({ key }) => key);
    return names.filter((name) => keys.includes(paths[name]?.split('/')[3] ?? ''));
  };
  const made = own.league.now().getTime();
  own.moveTo(new Date(made + 86_400_000).toISOString());
  await cleanUp(own.league);
  expect(await listKept()).toEqual(names);
  own.moveTo(new Date(made + 86_400_001).toISOString());
  // Who sends it again has it for another day.
  await send(editor, await draw(20, 10));
  await cleanUp(own.league);
  expect(await listKept()).toEqual(names);
  own.moveTo(new Date(made + 2 * 86_400_000 + 2).toISOString());
  await cleanUp(own.league);
  expect(await listKept()).toEqual(names.slice(1));
  await sweepFiles(own.league, own.league.now());
  const [file] = await own.database.query(
    `select 1 from private.files f where not exists
       (select 1 from private.pictures p where p.file_id = f.id)`,
  );
  expect(file).toBeUndefined();
});

it('is refused where it is no picture', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  expect(await send(cast.people.editor, svg)).toMatchObject({
    status: 415,
    body: { error: { code: 'file_type_refused' } },
  });
});

it('is one of 5,000', async () => {
  const { own, people } = cast;
  await own.database.query(
    `insert into private.pictures (key, file_id, width, height, created_at)
     select lpad(n::text, 32, '0'), (select file_id from private.pictures limit 1), 1, 1, now()
     from generate_series(1, 4999 - (select count(*)::integer from private.pictures)) n`,
  );
  expect((await send(people.editor, await draw(11, 10))).status).toBe(200);
  const listFiles = () => own.database.query('select id from private.files order by id');
  const files = await listFiles();
  expect(await send(people.editor, await draw(12, 10))).toMatchObject({
    status: 422,
    body: { error: { code: 'pictures_full', params: { most: 5000 } } },
  });
  // Nothing is left of what was refused.
  expect(await listFiles()).toEqual(files);
});
