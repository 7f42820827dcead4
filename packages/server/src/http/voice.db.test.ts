import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Refused } from '../engine/refusal.ts';
import { createTestLeague, type TestLeague, testNow } from '../testing/test-league.ts';
import { requireFreedom, requireVoice } from './voice.ts';

const now = testNow.toISOString();
const second = 1000;
const at = (milliseconds: number) => new Date(testNow.getTime() + milliseconds);

let test: TestDatabase;
let database: Database;
let league: TestLeague;

beforeAll(async () => {
  test = await createTestDatabase();
  database = test.database;
  league = await createTestLeague(database);
});
afterAll(() => test[Symbol.asyncDispose]());

interface Sanction {
  kind?: string;
  from?: Date;
  until?: Date | null;
  isLifted?: boolean;
  /** Of this ladder alone. */
  isHere?: boolean;
  /** Of somebody else. */
  isOther?: boolean;
}

interface Asked {
  ladderId: string | null;
}

/** What is refused to say, and to do, while only these sanctions are there. */
async function ask(sanctions: Sanction[], where: Partial<Asked> = {}) {
  const { loner, kaarna, ladder } = league;
  await database.query('delete from public.sanctions');
  for (const { kind = 'mute', from = at(-second), until = at(second), ...more } of sanctions) {
    await database.query(
      `insert into public.sanctions (id, person_id, ladder_id, kind, given_by, starts_at, ends_at, is_lifted, text_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $1)`,
      [
        ...[randomUUID(), more.isOther ? kaarna.player.id : loner.id],
        ...[more.isHere ? ladder.id : null, kind, kaarna.captain.id, from, until],
        more.isLifted ?? false,
      ],
    );
  }
  const speaker = { personId: loner.id, ladderId: null, at: now, ...where };
  const toCode = (thrown: unknown) => (thrown instanceof Refused ? thrown.refusal : thrown);
  const [voice, freedom] = await Promise.all([
    requireVoice(database, speaker).then(() => null, toCode),
    requireFreedom(database, speaker).then(() => null, toCode),
  ]);
  return { voice, freedom };
}

const until = at(second).toISOString();
const muted = { code: 'muted', params: { until } };
const suspended = { code: 'suspended', params: { until } };

describe('who is under a sanction', () => {
  it.each([
    ['nothing', [], null, null],
    ['a mute: acts, and says nothing', [{ kind: 'mute' }], muted, null],
    ['a suspension', [{ kind: 'suspension' }], suspended, suspended],
    ['a ban', [{ kind: 'ban' }], suspended, suspended],
    ['a strike', [{ kind: 'strike' }], null, null],
    ['one of somebody else', [{ kind: 'ban', isOther: true }], null, null],
    ['one that was lifted', [{ kind: 'ban', isLifted: true }], null, null],
    ['one of another ladder', [{ kind: 'ban', isHere: true }], null, null],
    [
      'a mute and a ban: the harder is named',
      [{ kind: 'mute' }, { kind: 'ban' }],
      suspended,
      suspended,
    ],
  ])('%s', async (_what, sanctions, voice, freedom) => {
    expect(await ask(sanctions)).toEqual({ voice, freedom });
  });

  it('is under that of a ladder there, and under that of the site everywhere', async () => {
    const here = { ladderId: league.ladder.id };
    expect((await ask([{ isHere: true }], here)).voice).toEqual(muted);
    expect((await ask([{ isHere: true }], { ladderId: randomUUID() })).voice).toBeNull();
    expect((await ask([{}], here)).voice).toEqual(muted);
  });

  it.each([
    ['begins a moment later', { from: at(1) }, null],
    ['begins now', { from: at(0) }, 'muted'],
    ['ends a moment later', { until: at(1) }, 'muted'],
    ['ends now', { until: at(0) }, null],
    ['has no end', { until: null }, 'muted'],
  ])('from its first instant to its last: one that %s', async (_what, sanction, code) => {
    const { voice } = await ask([sanction]);
    expect((voice as { code: string } | null)?.code ?? null).toBe(code);
  });
});
