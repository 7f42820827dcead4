import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTestDatabase } from '@muster/database/testing';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import { readFile } from '../files/stored-files.ts';
import { mostPictures } from '../writing/keep-picture.ts';
import { exportContent } from './export-content.ts';
import { importContent } from './import-content.ts';
import { layContent } from './lay-content.ts';
import { readPictureFile } from './picture-files.ts';
import { describeImport } from './plan-import.ts';
import { readNamedContent } from './read-content.ts';

type League = Awaited<ReturnType<typeof createTestDatabase>>;
const now = new Date('2026-11-01T18:00:00Z');
const key = 'ab'.repeat(16);
const textPicture = `pictures/${key}/300x200.webp`;
let league: League;
let folder: string;

async function begin(): Promise<void> {
  league = await createTestDatabase();
  await layContent(league.database);
  folder = mkdtempSync(join(tmpdir(), 'muster-pictures-'));
}
async function end(): Promise<void> {
  rmSync(folder, { recursive: true });
  await league[Symbol.asyncDispose]();
}

function put(name: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), bytes);
}
const bring = async (into: League, { from = folder, isDryRun = false } = {}) =>
  describeImport(
    await importContent(createLeague(into.database), readNamedContent(from), { now, isDryRun }),
  );
const draw = (width: number, height: number, red: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 90, b: 20 } } })
    .withExif({ IFD0: { Copyright: 'Somebody' } })
    .png()
    .toBuffer();
const countFiles = async () => {
  const [row] = await league.database.query<{ count: number }>(
    'select count(*)::integer as count from private.files',
  );
  return row?.count;
};

/** Content with an article that shows a picture, a game with its own, and a logo, as somebody keeps it. */
async function putPictures(): Promise<void> {
  await exportContent(createLeague(league.database), folder);
  const file = join(folder, 'articles', 'welcome', 'pt.md');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n![Morro](/api/${textPicture})\n`);
  put(textPicture, await draw(300, 200, 200));
  put('games/battlefield6/picture.webp', await draw(500, 300, 10));
  put('logo.png', await draw(1200, 400, 90));
}

function listFiles(path: string): Record<string, string> {
  const files = readdirSync(path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [
        file.slice(path.length + 1),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      ])
      .sort(),
  );
}
/** By their names alone: what is drawn anew of a drawn one is not the same to the byte. */
const without = (files: Record<string, string>, ending: string) =>
  Object.fromEntries(
    Object.entries(files).map(([name, hash]) => [name, name.endsWith(ending) ? '' : hash]),
  );

describe('pictures of content', () => {
  beforeEach(begin);
  afterEach(end);

  it('go with it into another league and back, drawn anew', async () => {
    await putPictures();
    const news = [`${textPicture}: new`, 'games/battlefield6/picture.webp: new', 'logo.png: new'];
    expect(await bring(league, { isDryRun: true })).toEqual(['articles/welcome: body.pt', ...news]);
    expect(await countFiles()).toBe(0);
    expect(await bring(league)).toEqual(['articles/welcome: body.pt', ...news]);
    expect(await bring(league)).toEqual([]);
    const [row] = await league.database.query<Record<string, string | number>>(
      `select p.file_id, p.width, p.height, g.picture_path, s.logo
       from private.pictures p, public.games g, public.league_settings s
       where p.key = $1 and g.slug = 'battlefield6'`,
      [key],
    );
    expect(row).toMatchObject({
      ...{ width: 300, height: 200, logo: expect.stringMatching(/^[0-9a-f]{32}$/) },
      picture_path: expect.stringMatching(/^\/api\/game-pictures\/[0-9a-f]{32}$/),
    });
    const kept = await buffer(await readFile(createLeague(league.database), String(row?.file_id)));
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 300 });
    expect((await sharp(kept).metadata()).exif).toBeUndefined();

    // Out of this league, into another, and out of that.
    const out = join(folder, 'out');
    await exportContent(createLeague(league.database), out);
    expect(await bring(league, { from: out })).toEqual([]);
    await using other = await createTestDatabase();
    const brought = await bring(other, { from: out });
    expect(brought.slice(-3)).toEqual(news);
    expect(await bring(other, { from: out })).toEqual([]);
    const again = join(folder, 'again');
    await exportContent(createLeague(other.database), again);
    expect(listFiles(again)).toMatchObject({ 'logo.png': listFiles(out)['logo.png'] });
    expect(Object.keys(listFiles(again))).toEqual(Object.keys(listFiles(out)));
    expect(without(listFiles(again), '.webp')).toMatchObject(
      Object.fromEntries(
        Object.entries(without(listFiles(out), '.webp')).filter(([name]) => name.endsWith('.md')),
      ),
    );
    // One colour is the same however often it is drawn.
    expect(await bring(league, { from: again })).toEqual([]);
  });

  it('say which one a text shows that is nowhere', async () => {
    await putPictures();
    rmSync(join(folder, 'pictures'), { recursive: true });
    expect(await bring(league)).toContain(`${textPicture}: is not there, though a text shows it`);
  });

  it('are no more than a league may have', async () => {
    await putPictures();
    const fill = (count: number) =>
      league.database.query(
        `with file as (insert into private.files (id, media_type, sha256, size, started_at)
           values (gen_random_uuid(), 'image/webp', repeat('a', 64), 1, $1)
           on conflict (sha256) do update set size = 1 returning id)
         insert into private.pictures (key, file_id, width, height, created_at)
         select md5(n::text), file.id, 1, 1, $1 from file, generate_series(1, $2::integer) n on conflict do nothing`,
        [now, count],
      );
    await fill(mostPictures);
    await expect(bring(league)).rejects.toThrow(
      `${folder}/${textPicture}: a league has ${mostPictures} pictures at most`,
    );
    await league.database.query('delete from private.pictures where key = md5($1)', ['1']);
    expect(await bring(league)).toContain(`${textPicture}: new`);
  });
});

describe('pictures of content that cannot be', () => {
  let source: string;
  beforeAll(async () => {
    await begin();
    await putPictures();
    rmSync(join(folder, 'pictures'), { recursive: true });
    source = folder;
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'muster-pictures-'));
    cpSync(source, folder, { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  afterAll(async () => {
    folder = source;
    await end();
  });

  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const none = 'is no picture; it takes PNG, JPEG, WebP, AVIF or GIF';
  it.each<[string, string, string, () => Promise<Uint8Array | string>]>([
    ['a drawing with a script', 'logo.png', none, async () => svg],
    ['a page by a picture’s name', textPicture, none, async () => '<script>alert(1)</script>'],
    ['nothing', 'games/battlefield6/picture.webp', none, async () => ''],
    ['a torn one', 'logo.png', 'is broken', async () => (await draw(90, 90, 1)).subarray(0, 120)],
    [
      'one larger than memory',
      textPicture,
      'has more pixels than can be drawn',
      () => draw(6400, 6400, 1),
    ],
    ['one of another size', textPicture, 'is 300x201 when it is drawn', () => draw(300, 201, 1)],
    [
      'one without a key',
      'pictures/hill/300x200.webp',
      'is not named by a key, 32 digits of 0 to 9 and a to f',
      () => draw(300, 200, 1),
    ],
    [
      'one without a size',
      `pictures/${key}/hill.webp`,
      'is not named by its size, as 640x480.webp',
      () => draw(300, 200, 1),
    ],
  ])('refuse %s, and nothing is another', async (_what, name, mistake, make) => {
    put(name, await make());
    const where = name === 'pictures/hill/300x200.webp' ? 'pictures/hill' : name;
    await expect(bring(league)).rejects.toThrow(`${folder}/${where}: ${mistake}`);
    expect(await countFiles()).toBe(0);
    expect(
      await league.database.query(
        `select 1 from public.articles where body ->> 'pt' like '%Morro%'`,
      ),
    ).toEqual([]);
  });

  it('are files of 8 MB at most, and nothing that leads elsewhere', () => {
    const largest = 8 * 1024 * 1024;
    const read = (name: string) => readPictureFile({ name, path: join(folder, name) }).length;
    put('most.png', Buffer.concat([Buffer.from(png), Buffer.alloc(largest - png.length)]));
    put('more.png', Buffer.concat([Buffer.from(png), Buffer.alloc(largest - png.length + 1)]));
    symlinkSync(join(folder, 'most.png'), join(folder, 'link.png'));
    expect(read('most.png')).toBe(largest);
    expect(() => read('more.png')).toThrow(`${folder}/more.png: is larger than 8 MB`);
    expect(() => read('link.png')).toThrow(`${folder}/link.png: is no file`);
  });
});

describe('an article that a case has hidden', () => {
  beforeEach(begin);
  afterEach(end);

  it('goes as a draft, and stays as it is where it came from', async () => {
    const read = async ({ database }: League) => {
      const [row] = await database.query<{ published_at: Date | null; hidden_at: Date | null }>(
        `select published_at, hidden_at from public.articles where slug = 'welcome'`,
      );
      return row;
    };
    await league.database.query(
      `update public.articles set published_at = $1, hidden_at = $1 where slug = 'welcome'`,
      [now],
    );
    await exportContent(createLeague(league.database), folder);
    await using other = await createTestDatabase();
    await bring(other);
    expect(await read(other)).toEqual({ published_at: null, hidden_at: null });
    expect(await bring(league)).toEqual([]);
    expect(await read(league)).toEqual({ published_at: now, hidden_at: now });
  });
});
