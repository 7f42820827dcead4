import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { hashTexts } from './offered.ts';

let own: ApiLeague;
let ann: Viewer;
let revision = 1;

const offered = { title: 'Shipped', summary: '', body: 'shipped words' };

beforeAll(async () => {
  own = await createApiLeague();
  ann = await own.addAdmin('Ann');
  const body = { slug: 'welcome', title: { en: 'Ours' }, body: { en: 'our words' } };
  await own.act(ann, { path: '/articles', body });
});
beforeEach(async () => {
  await own.database.query('delete from private.laid_texts');
  await own.database.query(
    `insert into private.laid_texts (kind, slug, locale, hash, offered)
     values ('articles', 'welcome', 'en', 'of what was laid', $1)`,
    [JSON.stringify(offered)],
  );
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const readLaid = async () => {
  const [row] = await own.database.query('select hash, offered from private.laid_texts');
  return row;
};
const isOffered = async () => (await readLaid())?.offered !== null;

const keepMine = (texts: Record<string, string>, locale = 'en') =>
  own.act(ann, {
    path: '/writing/articles/welcome/offered',
    method: 'DELETE',
    body: { locale, texts },
  });

async function save(texts: Record<string, Record<string, string>>): Promise<void> {
  const answer = await own.act(ann, {
    path: '/articles/welcome/edit',
    body: { revision, ...texts },
  });
  revision = Number(answer.revision);
}

it('is offered no more once the league keeps its own, which is in the audit log; the text stays', async () => {
  expect(await keepMine(offered)).toEqual({ is_settled: true });
  expect(await readLaid()).toEqual({ hash: hashTexts(offered), offered: null });
  const [row] = await own.database.query(`select body from public.articles where slug = 'welcome'`);
  expect(row).toEqual({ body: { en: 'our words' } });
  const acts = await own.database.query(
    `select act, subject from private.audit_log where act = 'article_kept'`,
  );
  expect(acts).toEqual([{ act: 'article_kept', subject: 'welcome' }]);
  expect(await keepMine(offered)).toEqual({ is_settled: false });
});

it('is settled for that text in that language alone', async () => {
  const others = [
    ['articles', 'second', 'en'],
    ['articles', 'welcome', 'fi'],
    ['pages', 'welcome', 'en'],
  ];
  for (const key of others) {
    await own.database.query(
      `insert into private.laid_texts (kind, slug, locale, hash, offered) values ($1, $2, $3, '', $4)`,
      [...key, JSON.stringify(offered)],
    );
  }
  expect(await keepMine(offered)).toEqual({ is_settled: true });
  const left = await own.database.query<{ kind: string; slug: string; locale: string }>(
    `select kind, slug, locale from private.laid_texts where offered is not null order by kind, slug, locale`,
  );
  expect(left.map(({ kind, slug, locale }) => [kind, slug, locale])).toEqual(others);
});

it('stays offered where another text ships by now than who keeps theirs has seen', async () => {
  expect(await keepMine({ ...offered, body: 'older words' })).toEqual({ is_settled: false });
  expect(await keepMine(offered, 'fi')).toEqual({ is_settled: false });
  expect(await isOffered()).toBe(true);
});

it('is offered no more once it is saved as it ships, and is while it is only part of that', async () => {
  await save({ body: { en: 'shipped words' } });
  expect(await isOffered()).toBe(true);
  await save({ title: { en: 'Shipped' } });
  expect(await readLaid()).toEqual({ hash: hashTexts(offered), offered: null });
});

it('is for things that editors write', async () => {
  const answer = await own.send(ann, {
    path: '/writing/cats/welcome/offered',
    method: 'DELETE',
    body: { locale: 'en', texts: {} },
  });
  expect([answer.status, answer.body.error?.code]).toEqual([404, 'not_found']);
});
