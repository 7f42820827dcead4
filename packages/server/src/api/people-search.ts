import type { Hono } from 'hono';
import { type ApiParts, requireRate, requireViewer } from './command-route.ts';
import { Failure } from './failure.ts';

const searchesPerMinute = 60;
const most = 8;

/** `GET /people?q=`: people whose name begins with it, then those that hold it, for who wants to invite one. */
export function mountPeopleSearch(api: Hono, parts: ApiParts): void {
  api.get('/people', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const key = `people:${viewer.person_id}`;
    await requireRate(parts, { key, most: searchesPerMinute, seconds: 60 });
    const words = (context.req.query('q') ?? '').trim();
    if (words.length < 2 || words.length > 40 || words.includes('\0') || !words.isWellFormed()) {
      throw new Failure(400, { code: 'field_invalid', params: { field: 'q' }, field: 'q' });
    }
    const pattern = words.replace(/[\\%_]/g, '\\$&');
    const people = await parts.league.database.query(
      `select id as person_id, username, user_id from public.profiles
       where user_id is not null and username ilike '%' || $1 || '%'
       order by username ilike $1 || '%' desc, lower(username), id limit ${most}`,
      [pattern],
    );
    return context.json({ data: { people } });
  });
}
