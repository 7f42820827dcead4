import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { requireWriter } from '../http/office.ts';
import {
  type ApiAnswer,
  type ApiLeague,
  type Call,
  createRacingLeague,
} from '../testing/api-league.ts';
import { type Cast, createCast } from '../testing/cast.ts';

let cast: Cast;
/** Who runs both ladders. */
let both: Viewer;

beforeAll(async () => {
  cast = await createCast();
  both = await cast.own.addPerson('Both');
  for (const ladder of ['tanks', 'golf']) {
    await appoint(both, ladder);
  }
});
afterAll(async () => {
  expect(cast.own.failures).toEqual([]);
  await cast.own[Symbol.asyncDispose]();
});

const steward = () => cast.people['site admin'] ?? cast.home.captain;
const judge = () => cast.people["the ladder's admin"] ?? cast.home.captain;
const appoint = (person: Viewer, ladder: string) =>
  cast.own.act(steward(), {
    path: `/ladders/${ladder}/admins`,
    body: { person: person.person_id },
  });

interface Bound {
  ladder?: string | null;
  game?: string | null;
  published_at?: Date | null;
}

/** An article of its own for one try, in English at revision 1. */
async function lay({ ladder = 'tanks', game = null, published_at = null }: Bound) {
  const slug = `a-${randomUUID()}`;
  await cast.own.database.query(
    `insert into public.articles (slug, title, body, ladder_id, game_slug, published_at)
     values ($1, '{"en": "Cup"}', '{}', (select id from public.ladders where slug = $2), $3, $4)`,
    [slug, ladder, game, published_at],
  );
  return slug;
}

/** `obeyed`, or the code of the refusal and the field that it names. */
function toWord({ status, body }: ApiAnswer): string {
  const { code = String(status), field } = body.error ?? {};
  return status === 200 ? 'obeyed' : [code, field].filter(Boolean).join(' ');
}

async function askEach(toCall: () => Promise<Call>): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [name, person] of Object.entries({ ...cast.people, both })) {
    answers[name] = toWord(await cast.own.send(person, await toCall()));
  }
  return answers;
}

const edit = (slug: string, body: object): Call => ({
  path: `/articles/${slug}/edit`,
  body: { revision: 1, ...body },
});
const publish = (slug: string, body: Record<string, unknown>): Call => ({
  path: `/articles/${slug}/publication`,
  body,
});
const add = (body: object): Call => ({
  path: '/articles',
  body: { slug: `b-${randomUUID()}`, title: { en: 'Cup' }, ...body },
});

const [ours, theirs] = ["the ladder's admin", "another ladder's admin"];
const editors = ['site admin', 'editor'];
const ofTanks = [...editors, ours, 'both'];
const ofGolf = [...editors, theirs, 'both'];

it.each<[string, may: string[], named: string[], toCall: () => Promise<Call>]>([
  // Of those in `named` the ladder in the form is what keeps them.
  ['adds one without a ladder', editors, [ours, theirs, 'both'], async () => add({})],
  [
    'adds one of a game alone',
    editors,
    [ours, theirs, 'both'],
    async () => add({ game: 'battlefield6' }),
  ],
  ['adds one to `tanks`', ofTanks, [theirs], async () => add({ ladder: 'tanks' })],
  [
    'adds one to `tanks` and a game',
    ofTanks,
    [theirs],
    async () => add({ ladder: 'tanks', game: 'battlefield6' }),
  ],
  ['adds one to `golf`', ofGolf, [ours], async () => add({ ladder: 'golf' })],
  [
    'edits one of `tanks`',
    ofTanks,
    [],
    async () => edit(await lay({}), { title: { en: 'The cup' } }),
  ],
  ['names its author', ofTanks, [], async () => edit(await lay({}), { author: 'Judge' })],
  [
    'gives it another address',
    ofTanks,
    [],
    async () => edit(await lay({}), { slug: `c-${randomUUID()}` }),
  ],
  ['keeps it on its ladder', ofTanks, [], async () => edit(await lay({}), { ladder: 'tanks' })],
  ['edits one of `golf`', ofGolf, [], async () => edit(await lay({ ladder: 'golf' }), {})],
  ['edits one of no ladder', editors, [], async () => edit(await lay({ ladder: null }), {})],
  [
    'edits one of a game alone',
    editors,
    [],
    async () => edit(await lay({ ladder: null, game: 'battlefield6' }), {}),
  ],
  [
    'moves one of `tanks` to `golf`',
    [...editors, 'both'],
    [ours],
    async () => edit(await lay({}), { ladder: 'golf' }),
  ],
  [
    'moves one of `golf` to `tanks`',
    [...editors, 'both'],
    [theirs],
    async () => edit(await lay({ ladder: 'golf' }), { ladder: 'tanks' }),
  ],
  [
    'takes one of no ladder to `tanks`',
    editors,
    [],
    async () => edit(await lay({ ladder: null }), { ladder: 'tanks' }),
  ],
  [
    'takes it off its ladder',
    editors,
    [ours, 'both'],
    async () => edit(await lay({}), { ladder: null }),
  ],
  ['publishes it', ofTanks, [], async () => publish(await lay({}), {})],
  [
    'plans when it is published',
    ofTanks,
    [],
    async () => publish(await lay({}), { at: cast.own.at(3) }),
  ],
  [
    'withdraws it',
    ofTanks,
    [],
    async () => publish(await lay({ published_at: cast.own.league.now() }), { at: null }),
  ],
  ['publishes one of `golf`', ofGolf, [], async () => publish(await lay({ ladder: 'golf' }), {})],
  ['publishes one of no ladder', editors, [], async () => publish(await lay({ ladder: null }), {})],
])('%s: who may', async (_what, may, named, toCall) => {
  const answers = await askEach(toCall);
  const refused = (name: string) =>
    named.includes(name)
      ? 'not_editor ladder'
      : name === 'visitor'
        ? 'not_signed_in'
        : 'not_editor';
  expect(answers).toEqual(
    Object.fromEntries(
      Object.keys(answers).map((name) => [name, may.includes(name) ? 'obeyed' : refused(name)]),
    ),
  );
});

it('changes nothing by what is refused', async () => {
  const slug = await lay({});
  const read = () =>
    cast.own.database.query(`select *, xmin from public.articles where slug = $1`, [slug]);
  const before = await read();
  for (const body of [{ ladder: 'golf' }, { ladder: null }]) {
    const call = edit(slug, { title: { en: 'Mine' }, author: 'Me', ...body });
    expect(toWord(await cast.own.send(judge(), call))).toBe('not_editor ladder');
  }
  expect(await read()).toEqual(before);
});

it('says of a ladder that is none that it is none, and of no article no more than of another’s', async () => {
  const { own } = cast;
  expect(toWord(await own.send(judge(), add({ ladder: 'darts' })))).toBe('field_invalid ladder');
  expect(toWord(await own.send(judge(), edit('none', {})))).toBe('not_editor');
  expect(toWord(await own.send(judge(), publish('none', {})))).toBe('not_editor');
  expect(toWord(await own.send(steward(), edit('none', {})))).toBe('not_found');
});

it('is in the audit log under whoever did it', async () => {
  const { own } = cast;
  const { slug } = await own.act(judge(), add({ ladder: 'tanks' }));
  await own.act(judge(), edit(String(slug), { author: 'The judges' }));
  await own.act(judge(), publish(String(slug), {}));
  await own.act(judge(), publish(String(slug), { at: null }));
  const acts = await own.database.query(
    `select act, person_id from private.audit_log where kind = 'article' and subject = $1 order by id`,
    [slug],
  );
  const { person_id } = judge();
  const names = ['article_added', 'article_edited', 'article_published', 'article_withdrawn'];
  expect(acts).toEqual(names.map((act) => ({ act, person_id })));
});

describe('whoever is suspended on the site', () => {
  it.each([ours, 'editor'] as const)('writes none: %s', async (name) => {
    const { own, people } = cast;
    const person = people[name as keyof typeof people] ?? cast.home.captain;
    const ask = async () => {
      const calls = [add({ ladder: 'tanks' }), edit(await lay({}), {}), publish(await lay({}), {})];
      const words: string[] = [];
      for (const call of calls) {
        words.push(toWord(await own.send(person, call)));
      }
      return [...new Set(words)];
    };
    for (const [kind, word] of [
      ['suspension', 'suspended'],
      ['ban', 'suspended'],
      ['mute', 'obeyed'],
    ]) {
      const body = { person: person.person_id, kind, until: own.at(3), reason: 'Absent.' };
      const { sanction } = await own.act(steward(), { path: '/sanctions', body });
      expect([kind, ...(await ask())]).toEqual([kind, word]);
      const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const };
      await own.act(steward(), { ...lift, body: { reason: 'Back.' } });
    }
    expect(await ask()).toEqual(['obeyed']);
  });
});

describe('at the same instant', () => {
  /** Somebody who runs the one ladder that there is. */
  async function addJudge(own: ApiLeague) {
    await own.addLadder('tanks');
    const [admin, person] = [await own.addAdmin('Steward'), await own.addPerson('Judge')];
    await own.act(admin, { path: '/ladders/tanks/admins', body: { person: person.person_id } });
    return { admin, person };
  }

  it('holds the offices by which somebody writes until their act is over', async () => {
    await using own = await createRacingLeague();
    const { admin, person } = await addJudge(own);
    await own.act(admin, { path: '/editors', body: { person: person.person_id } });
    const listFree = async () => {
      const free: string[] = [];
      for (const table of ['admins', 'editors']) {
        const rows = await own.database.query(
          `select 1 from public.${table} where person_id = $1 for update skip locked`,
          [person.person_id],
        );
        free.push(...rows.map(() => table));
      }
      return free;
    };
    expect(await listFree()).toEqual(['admins', 'editors']);
    await own.database.transaction(async (transaction) => {
      const unit = { transaction, viewer: person, at: own.league.now().toISOString() };
      // What this asks of a unit of work.
      await requireWriter(unit as Parameters<typeof requireWriter>[0]);
      expect(await listFree()).toEqual([]);
    });
  });

  it('writes no article that an editor takes off the ladder meanwhile', async () => {
    await using own = await createRacingLeague();
    const { admin, person } = await addJudge(own);
    await own.act(admin, {
      ...add({}),
      body: { slug: 'cup', title: { en: 'Cup' }, ladder: 'tanks' },
    });
    let waiting: Promise<ApiAnswer> | undefined;
    await own.database.transaction(async (transaction) => {
      await transaction.query(`update public.articles set ladder_id = null where slug = 'cup'`);
      waiting = own.send(person, edit('cup', { title: { en: 'Mine' } }));
      const blocked = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(() => own.database.query(blocked), { timeout: 60_000 }).toHaveLength(1);
    });
    expect((await waiting)?.body.error?.code).toBe('not_editor');
    expect(own.failures).toEqual([]);
  });
});
