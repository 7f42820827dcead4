import type { RefusalCode } from '@muster/league';
import refusals from '@muster/site/locales/en/refusals.json' with { type: 'json' };
import { expect, it } from 'vitest';
import {
  Refused,
  type RequestRefusalCode,
  refuse,
  refuseField,
  refuseMissing,
  toStatus,
} from './refusal.ts';

// The type holds what no list at run time could: each code that a request may be refused with has its sentence.
const sentences: Record<RefusalCode | RequestRefusalCode, string> = refusals;

/** Sentences without a code: none but what the browser says itself where no answer came. */
type Idle = Exclude<keyof typeof refusals, RefusalCode | RequestRefusalCode | 'network_failed'>;
const hasNoIdle: [Idle] extends [never] ? true : never = true;

it('has a sentence for every code', () => {
  expect(Object.values(sentences).filter((text) => text.trim() === '')).toEqual([]);
});

it('has no sentence for a code that is gone', () => {
  expect(hasNoIdle).toBe(true);
});

it('answers what only the rules know with 422, everything else with its own status', () => {
  expect(toStatus('out_of_reach')).toBe(422);
  expect(toStatus('not_signed_in')).toBe(401);
  expect(toStatus('match_changed')).toBe(409);
  expect(toStatus('body_too_large')).toBe(413);
  expect(toStatus('unavailable')).toBe(503);
});

it('says when to come again where there is a time for it, and nowhere else', () => {
  expect(new Refused({ code: 'rate_limited', params: { seconds: 7 } }).headers).toEqual({
    'retry-after': '7',
  });
  expect(new Refused({ code: 'json_invalid', params: {} }).headers).toEqual({});
});

it('gives up with the refusal itself', () => {
  const refusal = { code: 'last_way_in', params: { provider: 'discord' } } as const;
  expect(() => refuse(refusal)).toThrow(expect.objectContaining({ refusal, status: 422 }));
  expect(() => refuseField('q')).toThrow(
    expect.objectContaining({
      refusal: { code: 'field_invalid', params: { field: 'q' }, field: 'q' },
      status: 400,
    }),
  );
  expect(() => refuseField('after', 'uuid')).toThrow(
    expect.objectContaining({
      refusal: { code: 'field_invalid', params: { field: 'after', rule: 'uuid' }, field: 'after' },
    }),
  );
  expect(() => refuseMissing('logo')).toThrow(
    expect.objectContaining({
      refusal: { code: 'not_found', params: { what: 'logo', id: '' } },
      status: 404,
    }),
  );
});
