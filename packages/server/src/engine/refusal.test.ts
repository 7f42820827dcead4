import { DatabaseUnavailable } from '@muster/database';
import type { RefusalCode } from '@muster/league';
import refusals from '@muster/site/locales/en/refusals.json' with { type: 'json' };
import { expect, it } from 'vitest';
import {
  Refused,
  type RequestRefusalCode,
  refuse,
  refuseField,
  refuseMissing,
  toFailureRefusal,
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

it.each<[number, readonly Parameters<typeof toStatus>[0][]]>([
  [400, ['field_invalid', 'file_empty', 'json_invalid']],
  [401, ['not_signed_in']],
  [403, ['muted', 'not_admin', 'not_captain', 'not_editor', 'not_member', 'not_own_account']],
  [403, ['origin_not_allowed', 'sign_in_stale', 'own_match', 'suspended', 'case_party']],
  [403, ['own_decision']],
  [404, ['not_found']],
  [408, ['file_broke_off']],
  [409, ['already_exists', 'answer_settled', 'case_moved', 'case_state', 'case_taken']],
  [409, ['command_reused', 'draft_changed', 'set_by_environment', 'match_changed']],
  [409, ['menus_changed', 'restore_hindered', 'restore_out_of_step', 'revision_stale']],
  [413, ['body_too_large', 'file_too_large']],
  [415, ['file_type_refused', 'json_expected']],
  [422, ['own_thing', 'address_not_allowed', 'address_taken']],
  [422, ['appealed_with_case', 'drafts_full', 'last_way']],
  [422, ['evidence_closed', 'evidence_full', 'evidence_ruled', 'last_way_in', 'picture_broken']],
  [422, ['picture_removed', 'picture_too_large', 'pictures_full', 'recovery_code_wrong']],
  [422, ['restore_no_room', 'retired', 'second_factor_missing']],
  [429, ['rate_limited']],
  [500, ['database_damaged', 'internal_error']],
  [503, ['unavailable', 'uploads_busy']],
])('has one status for each that clients can count on: %i', (status, codes) => {
  expect(codes.filter((code) => toStatus(code) !== status)).toEqual([]);
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

it.each([
  ['away', { code: 'unavailable', params: { seconds: 2 } }, 503],
  ['busy', { code: 'unavailable', params: { seconds: 1 } }, 503],
] as const)('says when to come again where the database is %s', (reason, refusal, status) => {
  const failed = toFailureRefusal(new DatabaseUnavailable(reason, 'postgres://secret'));
  expect(failed).toMatchObject({ refusal, status });
  expect(failed.headers).toEqual({ 'retry-after': String(refusal.params.seconds) });
});

it.each([new Error('a word of our own'), 'no error', null])(
  'says of a failure of ours no more than that it was ours: %s',
  (error) => {
    expect(toFailureRefusal(error)).toMatchObject({
      ...{ refusal: { code: 'internal_error', params: {} }, status: 500 },
    });
  },
);
