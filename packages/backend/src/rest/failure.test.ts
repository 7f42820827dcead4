import { DatabaseUnavailable } from '@muster/database';
import { expect, test } from 'vitest';
import { type RestFailure, toRestFailure } from './failure.ts';

function fail(code: string, more: object = {}): unknown {
  return toRestFailure(
    Object.assign(new Error('words of the database'), { code, severity: 'ERROR', ...more }),
    true,
  );
}

test.each([
  ['22P02', 400],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42501', 401],
  ['42883', 404],
  ['42P01', 404],
  ['P0001', 400],
  ['P0002', 500],
  ['PT418', 418],
  ['PT204', 204],
  ['PT999', 400],
  ['XX000', 500],
  // Too deep, too many columns, too long: the request is at fault.
  ['54001', 400],
  ['54011', 400],
  ['57014', 400],
  ['08P01', 400],
  ['08006', 503],
  ['09000', 500],
  ['0L000', 403],
  ['0P000', 403],
  ['22012', 400],
  ['25001', 500],
  ['28000', 403],
  ['2D000', 500],
  ['38000', 500],
  ['39000', 500],
  ['3B000', 500],
  ['40001', 500],
  ['42P17', 500],
  ['42703', 400],
  ['53300', 503],
  ['53400', 500],
  ['55000', 500],
  ['57P01', 500],
  ['58000', 500],
  ['F0000', 500],
  ['HV000', 500],
  ['PT599', 599],
  ['PT600', 400],
  ['PT199', 400],
])('%s is %i', (code, status) => {
  const failure = fail(code);
  expect(failure).toMatchObject({ status, body: { code, message: 'words of the database' } });
  expect((failure as RestFailure).getResponse().status).toBe(status);
});

test('what somebody who is signed in may not do is refused, and whoever is nobody is asked who they are', () => {
  const denied = Object.assign(new Error('permission denied'), {
    code: '42501',
    severity: 'ERROR',
  });
  for (const [isAnonymous, status, asks] of [
    [true, 401, 'Bearer'],
    [false, 403, null],
  ] as const) {
    const answer = (toRestFailure(denied, isAnonymous) as RestFailure).getResponse();
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([status, asks]);
    expect(answer.headers.get('proxy-status')).toBe('Muster; error=42501');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('the words of the database are told whole', () => {
  const more = { detail: 'in detail', hint: 'a hint' };
  expect(fail('23505', more)).toMatchObject({ body: { details: 'in detail', hint: 'a hint' } });
  expect(fail('23505')).toMatchObject({ body: { details: null, hint: null } });
});

test.each([
  ['08006', '1'],
  ['53300', '1'],
  ['57P01', null],
])('after %s one may come again in so many seconds: %s', (code, wait) => {
  expect((fail(code) as RestFailure).getResponse().headers.get('retry-after')).toBe(wait);
});

test.each([
  ['away', 'PGRST001', '2'],
  ['busy', 'PGRST003', '1'],
] as const)('a database that is %s is over soon', (reason, code, wait) => {
  const failure = toRestFailure(new DatabaseUnavailable(reason, 'words of ours'), true);
  expect(failure).toMatchObject({ status: 503, body: { code } });
  expect((failure as RestFailure).getResponse().headers.get('retry-after')).toBe(wait);
});

test.each([
  ['{"code":"mine","message":"in my words"}', '{"status":422}', 422, 'mine'],
  ['no JSON', '{"status":422}', 500, 'PGRST121'],
  ['{"code":"mine","message":"x"}', undefined, 500, 'PGRST121'],
  ['{"code":"mine","message":"x"}', '{"status":99}', 500, 'PGRST121'],
  ['{"code":"mine","message":"x"}', '{"status":199}', 500, 'PGRST121'],
  ['{"code":"mine","message":"x"}', '{"status":200}', 200, 'mine'],
  ['{"code":"mine","message":"x"}', '{"status":599}', 599, 'mine'],
  ['{"code":"mine","message":"x"}', '{"status":600}', 500, 'PGRST121'],
])('raised with %s and %s', (message, detail, status, code) => {
  expect(fail('PGRST', { message, detail })).toMatchObject({ status, body: { code } });
});

test('what is no failure of the database is left as it is', () => {
  const mistake = new TypeError('ours');
  expect(toRestFailure(mistake, true)).toBe(mistake);
});
