import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  isBarred,
  type PresentSanction,
  toHeld,
  toPresentSanctionSql,
} from '../page/sanction-line.ts';
import { createTestLeague, type TestLeague, testNow } from '../testing/test-league.ts';

let own: TestDatabase;
let league: TestLeague;

beforeAll(async () => {
  own = await createTestDatabase();
  league = await createTestLeague(own.database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from public.sanctions'));

const seconds = (count: number) => new Date(testNow.getTime() + count * 1000).toISOString();

interface Given {
  kind?: string;
  ladder?: boolean;
  starts?: number;
  ends?: number | null;
  lifted?: boolean;
  who?: string;
}

/** A sanction whose reason says which it is. */
async function give(given: Given, reason = ''): Promise<void> {
  const { kind = 'ban', ladder = false, starts = -60, ends = 60, lifted = false } = given;
  const id = randomUUID();
  await own.database.query(
    `insert into private.event_texts (id, salt, text) values ($1, 'salt', $2)`,
    [id, reason],
  );
  await own.database.query(
    `insert into public.sanctions (id, person_id, ladder_id, kind, starts_at, ends_at, text_id, is_lifted)
     values ($1, $2, $3, $4, $5, $6, $1, $7)`,
    [
      ...[id, given.who ?? league.loner.id, ladder ? league.ladder.id : null, kind],
      ...[seconds(starts), ends === null ? null : seconds(ends), lifted],
    ],
  );
}

async function read(): Promise<PresentSanction | null> {
  const [row] = await own.database.query<{ sanction: PresentSanction | null }>(
    `select ${toPresentSanctionSql({ person: '$1::uuid', now: '$2::timestamptz' })} as sanction`,
    [league.loner.id, testNow],
  );
  return row?.sanction ?? null;
}

describe('what stands on every page of somebody', () => {
  it.each<[string, Given, boolean]>([
    ['that holds', {}, true],
    ['from now on', { starts: 0 }, true],
    ['from the next second on', { starts: 1 }, false],
    ['until the next second', { ends: 1 }, true],
    ['until now', { ends: 0 }, false],
    ['for good', { ends: null }, true],
    ['that was lifted', { lifted: true }, false],
    ['that is only a strike', { kind: 'strike' }, false],
    ['on a ladder', { ladder: true }, true],
    ['of somebody else', { who: 'other' }, false],
  ])('is a sanction %s: %s', async (_what, given, stands) => {
    const who = given.who === undefined ? {} : { who: league.kaarna.captain.id };
    await give({ ...given, ...who });
    expect((await read()) !== null).toBe(stands);
  });

  it('is the hardest: of the whole site, then what keeps from acting, then what ends last', async () => {
    const order: [string, Given][] = [
      ['a mute on a ladder', { kind: 'mute', ladder: true, ends: null }],
      ['a ban on a ladder', { ladder: true }],
      ['a short mute', { kind: 'mute', ends: 90 }],
      ['a mute', { kind: 'mute', ends: 99 }],
      ['a short suspension', { kind: 'suspension' }],
      ['a ban', { ends: 120 }],
      ['for good', { kind: 'suspension', ends: null }],
    ];
    for (const [reason, given] of order) {
      await give(given, reason);
      expect((await read())?.reason).toBe(reason);
    }
  });

  it('says on which ladder, until when, and why in a hundred characters', async () => {
    await give({ ladder: true, kind: 'mute' }, `${'x'.repeat(99)}yz`);
    const found = await read();
    expect(found).toMatchObject({ kind: 'mute', ladder: 'Tanks', reason: `${'x'.repeat(99)}y` });
    expect(new Date(found?.until ?? '').toISOString()).toBe(seconds(60));
  });

  it.each<[string, Partial<PresentSanction>, string | undefined]>([
    ['a ban', {}, 'barred'],
    ['a suspension', { kind: 'suspension' }, 'barred'],
    ['a mute', { kind: 'mute' }, 'muted'],
    ['a ban on a ladder', { ladder: 'Tanks' }, undefined],
    ['a mute on a ladder', { kind: 'mute', ladder: 'Tanks' }, undefined],
  ])('%s keeps from: %s', (_what, change, held) => {
    const sanction = { kind: 'ban', until: null, ladder: null, reason: null, ...change };
    expect([toHeld(sanction), isBarred(sanction)]).toEqual([held, held === 'barred']);
    expect([toHeld(null), isBarred(null)]).toEqual([undefined, false]);
  });
});
