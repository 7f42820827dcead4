import { type Queryable, takeRow } from '@muster/database';
import { noticeKindList } from '@muster/site/pages/notices/kinds.ts';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { type ApiParts, mountCommand, requireViewer } from '../http/command-route.ts';
import { toDeskCountSql } from '../page/desk-items.ts';
import { chooseNotices } from './choose.ts';
import { hintPeople } from './write.ts';

const mostIds = 200;

/** How many notices are new, and how much waits on the desk of who has an office. */
async function countNews(database: Queryable, personId: string, now: Date) {
  const { desk } = takeRow(
    await database.query<{ desk: number | null }>(
      `select ${toDeskCountSql({ person: '$1', now: '$2' })} as desk`,
      [personId, now],
    ),
  );
  return { count: await countUnread(database, personId), desk };
}

async function countUnread(database: Queryable, personId: string): Promise<number> {
  const row = takeRow(
    await database.query<{ count: number }>(
      `select count(*)::integer as count from private.notices
       where person_id = $1 and in_page and read_at is null`,
      [personId],
    ),
  );
  return row.count;
}

/** How many notices wait, for the bell, and the match that stands above every page. */
function mountCount(api: Hono, parts: ApiParts): void {
  api.get('/me/notices/unread', async (context) => {
    const { viewer: asking, readPin } = await parts.resolveContext(context.req.raw);
    const viewer = requireViewer(asking);
    const { database, now } = parts.league;
    const news = await countNews(database, viewer.person_id, now());
    return context.json({ data: { ...news, pin: (await readPin?.()) ?? null } });
  });
}

/** Marks as read: some notices, all that a match gave rise to, or everything. Other people's are out of reach. */
function mountReading(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/notices/reading',
    schema: v.union([
      v.object({ ids: v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(mostIds)) }),
      v.object({ match: v.pipe(v.string(), v.uuid()) }),
      v.object({ all: v.literal(true) }),
    ]),
    async work(unit, { body }) {
      const { transaction } = unit;
      const personId = unit.viewer?.person_id ?? '';
      const read = await transaction.query(
        `update private.notices set read_at = $2
         where person_id = $1 and in_page and read_at is null
           and ($3 or id = any ($4::uuid[]) or match_id = $5)
         returning 1`,
        [
          personId,
          unit.at,
          'all' in body,
          'ids' in body ? body.ids : [],
          'match' in body ? body.match : null,
        ],
      );
      // The bell in the person's other windows.
      if (read.length > 0) {
        await hintPeople(transaction, [personId]);
      }
      return { read: read.length, count: await countUnread(transaction, personId) };
    },
  });
}

/** What somebody is told of and how, for some kinds and by one way or both; the rest stays as it is. */
function mountChoices(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/me/notices/choices',
    schema: v.object({
      kinds: v.pipe(
        v.array(v.picklist(noticeKindList)),
        v.minLength(1),
        v.maxLength(noticeKindList.length),
      ),
      page: v.exactOptional(v.boolean()),
      mail: v.exactOptional(v.boolean()),
    }),
    async work(unit, { body: { kinds, ...choice } }) {
      await chooseNotices(unit.transaction, unit.viewer?.person_id ?? '', kinds, choice);
      return { kinds, ...choice };
    },
  });
}

/** What people are told, and how they wish to be told. */
export function mountNotices(api: Hono, parts: ApiParts): void {
  mountCount(api, parts);
  mountReading(api, parts);
  mountChoices(api, parts);
}
