import assert from 'node:assert/strict';
import type { Case } from './case.ts';

/** What was reported of an article stays a case of it at another address. */

const moves: Case = {
  object: 'trigger public.articles.move_article_cases',
  lets: {
    'a case about another article, or another thing of that name': async (world) => {
      await world.add('public.articles', { slug: 'news' });
      await world.add('private.cases', { kind: 'article', subject: 'other' });
      await world.add('private.cases', { kind: 'post', subject: 'news' });
      await world.query(`update public.articles set slug = 'later' where slug = 'news'`);
      const rows = await world.query('select subject from private.cases order by subject');
      assert.deepEqual(rows, [{ subject: 'news' }, { subject: 'other' }]);
    },
  },
  stops: {
    'a case from staying at the former address': async (world) => {
      await world.add('public.articles', { slug: 'news' });
      const { id } = await world.add('private.cases', { kind: 'article', subject: 'news' });
      await world.query(`update public.articles set slug = 'later' where slug = 'news'`);
      const row = await world.one('select subject from private.cases where id = $1', [id]);
      assert.deepEqual(row, { subject: 'later' });
    },
  },
};

export const articleCases: readonly Case[] = [moves];
