import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, day } from '../testing/api-league.ts';
import { toInput } from '../testing/test-league.ts';
import { loadTeamNew } from './page-forms.ts';

let own: ApiLeague;

beforeAll(async () => {
  own = await createApiLeague();
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

const open = async (viewer: Viewer | null) =>
  (await loadTeamNew({ ...toInput(own.database), viewer, now: own.league.now() }))?.refusal;

let founded = 0;

function found(person: Viewer, name?: string) {
  founded += 1;
  const body = { name: name ?? `Team ${founded}`, tag: `T${founded}`, zone: 'UTC', locale: 'en' };
  return own.send(person, { path: '/teams', body });
}

/** What the page says, which is what the call is answered next. */
async function ask(person: Viewer): Promise<object | null> {
  const said = await open(person);
  const { error } = (await found(person)).body;
  expect(said ?? undefined).toEqual(error);
  return said ?? null;
}

describe('the page on which a team is founded', () => {
  it('says nothing of whom nobody knows, nor of names that nobody has typed', async () => {
    const person = await own.addPerson('Fresh');
    expect([await open(null), await open(person)]).toEqual([null, null]);
    expect((await found(person, '')).body.error?.field).toBe('name');
  });

  it('is there for a fifth, not for a sixth, and again once one of them is disbanded', async () => {
    const person = await own.addPerson('Founder');
    const slugs: unknown[] = [];
    for (let one = 1; one <= 4; one += 1) {
      slugs.push((await found(person)).body.data?.slug);
    }
    expect(await ask(person)).toBeNull();
    expect(await ask(person)).toEqual({ code: 'too_many_teams', params: { limit: 5 } });
    await own.act(person, { path: `/teams/${slugs[0]}/disband` });
    expect(await ask(person)).toBeNull();
  });

  it.each([
    ['a ban', { kind: 'ban' }, 'suspended'],
    ['a suspension', { kind: 'suspension' }, 'suspended'],
    ['a mute', { kind: 'mute' }, undefined],
    ['one on a ladder', { ladder: true }, undefined],
    ['one that ends now', { ends: 0 }, undefined],
    ['one that ends next', { ends: 1 }, 'suspended'],
  ])('asks about sanctions as the call does: %s', async (what, given, code) => {
    const person = await own.addPerson(`Held by ${what}`);
    if ('ladder' in given) {
      await own.addLadder('tanks');
    }
    const { kind = 'ban', ends = day } = { kind: undefined, ends: undefined, ...given };
    const now = own.league.now().getTime();
    await own.database.query(
      `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id)
       select gen_random_uuid(), $1, (select id from public.ladders where $2), $3, $4, $5, gen_random_uuid()`,
      [person.person_id, 'ladder' in given, kind, new Date(now - day), new Date(now + ends)],
    );
    expect(await ask(person)).toEqual(
      code === undefined ? null : { code, params: { until: new Date(now + ends).toISOString() } },
    );
  });
});
