import type { Queryable } from '@muster/database';
import type { Hono } from 'hono';
import { refuseField } from '../engine/refusal.ts';
import { type ApiParts, requireRate, requireViewer } from '../http/command-route.ts';
import { toLiteral } from '../page/list-part.ts';

const searchesPerMinute = 60;
const most = 8;

interface FoundPerson {
  person_id: string;
  username: string;
  user_id: string;
}

/** Those whose name begins with the words $1: by bytes they stand between the words and these with Unicode's last character behind. */
export const namedFrom = `
  select id as person_id, username, user_id from public.profiles
  where user_id is not null
    and lower(username) collate "C" >= lower($1) and lower(username) collate "C" < lower($1) || chr(1114111)
  order by lower(username) collate "C", id limit ${most}`;

/** Those whose name holds the words $1 further on, $2 the same as a pattern, $3 at most so many. */
export const namedWith = `
  select id as person_id, username, user_id from public.profiles
  where user_id is not null and extensions.to_pairs(username) @> extensions.to_pairs($1)
    and username ilike '%' || $2 || '%' and username not ilike $2 || '%'
  order by lower(username) collate "C", id limit $3`;

/** Those whose name comes near the words $1, the nearest first. */
const namedLike = `
  select p.id as person_id, p.username, p.user_id
  from private.find_alike_people($1) a join public.profiles p using (id)
  order by a.place limit ${most}`;

async function findPeople(database: Queryable, words: string): Promise<FoundPerson[]> {
  const first = await database.query<FoundPerson>(namedFrom, [words]);
  if (first.length === most) {
    return first;
  }
  const pattern = toLiteral(words);
  const values = [words, pattern, most - first.length];
  const found = [...first, ...(await database.query<FoundPerson>(namedWith, values))];
  return found.length > 0 ? found : database.query<FoundPerson>(namedLike, [words]);
}

/** `GET /people?q=`: people whose name begins with it, then those that hold it; where nobody's does, those that come near it. */
export function mountPeopleSearch(api: Hono, parts: ApiParts): void {
  api.get('/people', async (context) => {
    const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
    const key = `people:${viewer.person_id}`;
    await requireRate(parts, { key, most: searchesPerMinute, seconds: 60 });
    const words = (context.req.query('q') ?? '').trim();
    if (words.length < 2 || words.length > 40 || words.includes('\0') || !words.isWellFormed()) {
      refuseField('q');
    }
    const people = await findPeople(parts.league.database, words);
    return context.json({ data: { people } });
  });
}
