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
])('%s is %i', (code, status) => {
  const failure = fail(code);
  expect(failure).toMatchObject({ status, body: { code, message: 'words of the database' } });
  expect((failure as RestFailure).getResponse().status).toBe(status);
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
])('raised with %s and %s', (message, detail, status, code) => {
  expect(fail('PGRST', { message, detail })).toMatchObject({ status, body: { code } });
});

test('what is no failure of the database is left as it is', () => {
  const mistake = new TypeError('ours');
  expect(toRestFailure(mistake, true)).toBe(mistake);
});
