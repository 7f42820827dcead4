import { hintChannel } from '@muster/backend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ApiLeague,
  createApiLeague,
  scheduleMatch,
  type TestTeam,
} from '../testing/api-league.ts';
import { loadMatch } from './page.ts';

let own: ApiLeague;
let first: TestTeam;
let second: TestTeam;
let match: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  first = await own.addTeam('Treadheads', 'tanks');
  second = await own.addTeam('Kaarna', 'tanks');
  ({ match } = await scheduleMatch(own, 'tanks', [second, first]));
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});

describe('the talk of a match', () => {
  it('is between both rosters and the admins, and each message is hinted at', async () => {
    const heard: string[] = [];
    const stop = await own.database.listen(hintChannel, (payload) => heard.push(payload));
    const path = `/matches/${match}/messages`;
    const said = await own.act(second.player, { path, body: { text: '  See you at seven <b>  ' } });
    expect(said.text).toBe('See you at seven <b>');
    await expect.poll(() => heard.join()).toContain(`match:${match}`);
    await stop();
    await own.act(first.captain, { path, body: { text: 'Good luck' } });

    const stranger = await own.addPerson('Stranger');
    for (const call of [
      { path, body: { text: 'hi' } },
      { path, method: 'GET' as const },
    ]) {
      expect((await own.send(stranger, call)).status).toBe(403);
      expect((await own.send(null, call)).status).toBe(401);
    }
    const judge = await own.addAdmin('Judge');
    const all = await own.send(judge, { path, method: 'GET' });
    const { messages } = all.body.data as { messages: { id: string; text: string }[] };
    expect(messages.map(({ text }) => text)).toEqual(['See you at seven <b>', 'Good luck']);
    const rest = await own.send(first.player, { path: `${path}?after=${said.id}`, method: 'GET' });
    expect(rest.body.data).toMatchObject({ messages: [{ text: 'Good luck' }] });
    expect((await own.send(judge, { path: `${path}?after=x`, method: 'GET' })).status).toBe(400);
  });

  it.each([
    ['strike', true],
    ['mute', false],
    ['suspension', false],
    ['ban', false],
  ])(
    'is offered like the evidence to who may take part in it: after a %s, %s',
    async (kind, may) => {
      const judge = await own.addAdmin(`Judge of a ${kind}`);
      const until = own.at(3);
      const body = { person: first.player.person_id, kind, until, reason: 'Insults.' };
      const { sanction } = await own.act(judge, { path: '/sanctions', body });
      const open = async () => {
        const data = await loadMatch({
          ...{ database: own.database, viewer: first.player, now: own.league.now() },
          ...{
            params: { id: match },
            url: new URL('http://localhost/'),
            locale: 'en',
            zone: 'UTC',
          },
        });
        return [data?.room?.may_talk, data?.evidence?.may_bring];
      };
      expect(await open()).toEqual([may, may]);
      const lift = { path: `/sanctions/${sanction}`, method: 'DELETE' as const };
      await own.act(judge, { ...lift, body: { reason: 'Sorry said.' } });
      expect(await open()).toEqual([true, true]);
    },
  );

  it('is closed to who is muted, and says until when', async () => {
    const judge = await own.addAdmin('Second judge');
    const until = own.at(3);
    const body = { person: second.player.person_id, kind: 'mute', until, reason: 'Insults.' };
    const { sanction } = await own.act(judge, { path: '/sanctions', body });
    const message = { path: `/matches/${match}/messages`, body: { text: 'But' } };
    expect((await own.send(second.player, message)).body.error).toEqual({
      code: 'muted',
      params: { until },
    });
    const lift = {
      path: `/sanctions/${sanction}`,
      method: 'DELETE' as const,
      body: { reason: 'Sorry said.' },
    };
    await own.act(judge, lift);
    await own.act(second.player, message);
  });

  it('takes twenty messages a minute from a person', async () => {
    const path = `/matches/${match}/messages`;
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_none, index) =>
        own.send(first.player, { path, body: { text: `message ${index}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('the server of a match', () => {
  it('is named by a captain and read by both rosters alone', async () => {
    const path = `/matches/${match}/server`;
    const body = { address: 'portal:TANKS-77', password: 'kaarna' };
    expect((await own.send(second.player, { path, body })).status).toBe(403);
    await own.act(second.captain, { path, body });
    const read = await own.send(first.player, { path, method: 'GET' });
    expect(read.body.data).toMatchObject({ server: body });
    expect((await own.send(null, { path, method: 'GET' })).status).toBe(401);
    const log = await own.send(null, { path: '/ladders/tanks/log.ndjson', method: 'GET' });
    expect(JSON.stringify(log.body)).not.toContain('TANKS-77');
  });
});
