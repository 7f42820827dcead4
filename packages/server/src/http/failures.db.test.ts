import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';

let own: ApiLeague;

beforeAll(async () => {
  own = await createApiLeague();
});
afterAll(() => own[Symbol.asyncDispose]());

describe('what goes wrong on our side', () => {
  it.each([
    ['a fault of ours', 'XX000', 500, 'internal_error', null],
    ['a file that is damaged', 'XX001', 500, 'database_damaged', null],
    ['an index that is damaged', 'XX002', 500, 'database_damaged', null],
    ['a database that stops', '57P01', 503, 'unavailable', '2'],
    ['a database that has too much to do', '53200', 503, 'unavailable', '1'],
  ])('%s is told as such, and logged', async (_what, state, status, code, again) => {
    const person = await own.addPerson(`Person ${state}`);
    await own.database.query(
      `create or replace function private.fail_command() returns trigger language plpgsql as
       $$ begin raise exception 'no more' using errcode = '${state}'; end $$;
       create or replace trigger fail before insert on private.commands
         for each row execute function private.fail_command()`,
    );
    own.failures.length = 0;
    const answer = await own.send(person, { path: '/me/settings', body: { zone: 'UTC' } });
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
    expect(answer.headers.get('retry-after')).toBe(again);
    expect(JSON.stringify(answer.body)).not.toContain('no more');
    expect(own.failures).toHaveLength(1);
    await own.database.query('drop trigger fail on private.commands');
  });
});

it('lets nobody unlink the account of somebody else', async () => {
  const [one, other] = [await own.addPerson('One'), await own.addPerson('Other')];
  const unlink = (userId: string) =>
    own.send(one, {
      path: `/profiles/${userId}/linked-accounts/discord`,
      method: 'DELETE',
    });
  expect((await unlink(other.user_id)).body.error?.code).toBe('not_own_account');
  expect((await unlink(one.user_id)).body.error?.code).toBe('not_found');
});
