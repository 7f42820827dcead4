import pg from 'pg';
import { describe, expect, test } from 'vitest';
import {
  DatabaseUnavailable,
  toConnectionFailure,
  toReason,
  toUnavailable,
} from './unavailable.ts';

function fromServer(code: string, severity = 'ERROR'): pg.DatabaseError {
  const error = new pg.DatabaseError('words of the server', 0, 'error');
  return Object.assign(error, { code, severity });
}

const withCode = (code: string) => Object.assign(new Error('words'), { code });

describe('what a connection is lost by', () => {
  test.each<[string, unknown]>([
    ['a lost connection', fromServer('08006')],
    ['a refused connection', fromServer('08001')],
    ['a protocol that broke', fromServer('08P01', 'FATAL')],
    ['a server that stops', fromServer('57P01')],
    ['a server that crashed', fromServer('57P02')],
    ['a server that starts', fromServer('57P03')],
    ['a database that was dropped', fromServer('57P04')],
    ['a session that idled too long', fromServer('57P05')],
    ['a server without connections left', fromServer('53300')],
    ['a socket', Object.assign(new Error('connect'), { syscall: 'connect' })],
    ['several addresses', new AggregateError([new Error('one')])],
    ['a system', withCode('ECONNRESET')],
    ['a pipe', withCode('EPIPE')],
    ['a connection that ended', new Error('Connection terminated unexpectedly')],
    ['a connection that came too late', new Error('timeout exceeded when trying to connect')],
    ['a client that broke', new Error('Client has encountered a connection error and is gone')],
    ['a client that was closed', new Error('Client was closed and is not queryable')],
    ['a pool that was closed', new Error('Cannot use a pool after calling end on the pool')],
  ])('%s is away', (_what, error) => {
    const failure = toConnectionFailure(error);
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(failure).toMatchObject({ reason: 'away', retryAfter: 2, code: 'unavailable' });
    expect((failure as Error).cause).toBe(error);
  });

  test.each<[string, unknown]>([
    ['a protocol that a statement broke', fromServer('08P01')],
    ['a cancelled statement', fromServer('57014')],
    ['a full disk', fromServer('53100')],
    ['a doubled key', fromServer('23505')],
    ['a state beyond those', fromServer('57P06')],
    ['an error without a code', new pg.DatabaseError('x', 0, 'error')],
    ['a mistake of ours', new TypeError('Connection was not found')],
    ['what no system says', withCode('EX')],
    ['a word that begins so', withCode('Etwas')],
    ['a code with more than letters', withCode('ERR_ASSERTION')],
    ['no error', 'Connection terminated'],
    ['what is told already', new DatabaseUnavailable('busy', 'x')],
  ])('%s is told as it is', (_what, error) => {
    expect(toConnectionFailure(error)).toBe(error);
  });
});

describe('what may well go in a moment', () => {
  test.each(['40001', '40P01', '55P03', '57014', '53100', '53200', '53400'])('%s', (code) => {
    const error = fromServer(code);
    expect(toUnavailable(error)).toMatchObject({ reason: 'busy', retryAfter: 1, cause: error });
  });

  test('is what the database says already', () => {
    const away = new DatabaseUnavailable('away', 'x');
    expect(toUnavailable(away)).toBe(away);
  });

  test.each([fromServer('23505'), fromServer('53300'), withCode('40001'), 'x', null])(
    'is not %o',
    (error) => {
      expect(toUnavailable(error)).toBeNull();
    },
  );
});

test.each([
  ['the message', new Error('no route'), 'no route'],
  ['the first of several', new AggregateError([new Error('one'), new Error('two')], ''), 'one'],
  ['the name where there is no message', new TypeError(''), 'TypeError'],
  ['the name of none', new AggregateError([]), 'AggregateError'],
])('the reason is %s', (_what, error, reason) => {
  expect(toReason(error)).toBe(reason);
});
