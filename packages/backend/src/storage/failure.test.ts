import { DatabaseUnavailable } from '@muster/database';
import { describe, expect, test } from 'vitest';
import {
  invalidRange,
  noSuchRoute,
  StorageFailure,
  slowDown,
  toStorageFailure,
} from './failure.ts';

/** What is answered where the database refuses a statement so. */
async function answer(code: string, more: { message?: string; detail?: string } = {}) {
  const { message = 'words of the database', ...rest } = more;
  const thrown = Object.assign(new Error(message), { code, severity: 'ERROR', ...rest });
  const failure = toStorageFailure(thrown);
  return failure instanceof StorageFailure ? tell(failure) : failure;
}

async function tell(failure: StorageFailure) {
  const response = failure.getResponse();
  const { statusCode, code, message } = await response.json();
  return [response.status, statusCode, code, message];
}

describe('what the database refuses', () => {
  const own = 'words of the database';

  test.each([
    ['PT401', {}, [400, '403', 'AccessDenied', own]],
    ['PT413', {}, [400, '413', 'QuotaExceeded', own]],
    ['23505', {}, [400, '409', 'ResourceAlreadyExists', 'The resource already exists']],
    ['57014', {}, [544, '544', 'DatabaseTimeout', 'The connection to the database timed out']],
    ['22P02', {}, [400, '400', 'InvalidRequest', own]],
    ['23514', {}, [400, '400', 'InvalidRequest', own]],
    ['P0001', {}, [400, '400', 'InvalidRequest', own]],
    ['42501', { message: 'permission denied' }, [400, '403', 'AccessDenied', 'permission denied']],
    [
      '42501',
      { message: 'new row violates row-level security policy for table "objects"' },
      [400, '403', 'AccessDenied', 'new row violates row-level security policy'],
    ],
    [
      '23503',
      { detail: 'Key (id)=(a) is still referenced from table "objects".' },
      [400, '409', 'ResourceReferenced', own],
    ],
    [
      '23503',
      { detail: 'Key (bucket_id)=(a) is not present in table "buckets".' },
      [400, '404', 'InvalidRequest', 'The related resource does not exist'],
    ],
  ])('by %s with %j is told as %j', async (code, more, told) => {
    expect(await answer(code, more)).toEqual(told);
  });

  test.each(['42P01', 'XX000', '08006', '40001'])('by %s is a failure of ours', async (code) => {
    expect(await answer(code)).toBeInstanceOf(Error);
  });
});

test.each(['ENOSPC', 'EDQUOT', '53100'])(
  'a disk that is full by %s is no fault of ours',
  async (code) => {
    const failure = toStorageFailure(Object.assign(new Error('no space'), { code }));
    expect(failure).toBeInstanceOf(StorageFailure);
    const response = (failure as StorageFailure).getResponse();
    expect([response.status, response.headers.get('retry-after')]).toEqual([507, '60']);
    expect(await response.json()).toMatchObject({ statusCode: '507', code: 'StorageFull' });
  },
);

test.each([
  ['away', 'DatabaseTimeout', '2'],
  ['busy', 'SlowDown', '1'],
] as const)('a database that is %s is over soon', async (reason, code, wait) => {
  const failure = toStorageFailure(new DatabaseUnavailable(reason, 'words of ours'));
  const response = (failure as StorageFailure).getResponse();
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, wait]);
  expect((await response.json()).code).toBe(code);
});

test.each([
  [noSuchRoute('GET', '/nowhere'), 404, '404', null],
  [invalidRange(), 416, '416', null],
  [slowDown('too many', 429), 429, '429', '1'],
  [slowDown('too many', 503), 503, '503', '1'],
])('some are answered with the status that is meant: %#', async (failure, status, code, wait) => {
  const response = failure.getResponse();
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, wait]);
  expect((await response.json()).statusCode).toBe(code);
});

test('what is no failure of the database is left as it is', () => {
  const mistake = Object.assign(new TypeError('ours'), { code: '42501' });
  expect(toStorageFailure(mistake)).toBe(mistake);
});
