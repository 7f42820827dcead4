import { createBackend } from '@muster/backend';
import { createTestDatabase } from '@muster/database/testing';
import { createClient } from '@supabase/supabase-js';
import { expect, test, vi } from 'vitest';
import { startBackend } from '../testing/backend-process.ts';

const patient = { timeout: 60_000, interval: 50 };

test('two processes of muster backend reach each other’s clients, and one that is killed takes its people with it', async () => {
  await using own = await createTestDatabase();
  const { apiKeys, close } = await createBackend({ database: own.database });
  await close();
  await using east = await startBackend(own.url, { SMTP_URL: '' });
  await using west = await startBackend(own.url, { SMTP_URL: '' });
  const join = async (url: string, key: string) => {
    const client = createClient(url, apiKeys.anon);
    const channel = client.channel('hall', {
      config: { presence: { key }, broadcast: { ack: true } },
    });
    const heard: unknown[] = [];
    const states: string[] = [];
    channel.on('presence', { event: 'sync' }, () => undefined);
    channel.on('broadcast', { event: '*' }, ({ payload }) => heard.push(payload));
    channel.subscribe((state) => states.push(state));
    await vi.waitFor(() => expect(states).toEqual(['SUBSCRIBED']), patient);
    await channel.track({});
    const listPresent = () => Object.keys(channel.presenceState()).sort();
    return { client, channel, heard, states, listPresent };
  };
  const [ann, bob] = [await join(east.url, 'ann'), await join(west.url, 'bob')];
  for (const { listPresent } of [ann, bob]) {
    await vi.waitFor(() => expect(listPresent()).toEqual(['ann', 'bob']), patient);
  }
  const said = { type: 'broadcast', event: 'said', payload: { n: 1 } } as const;
  expect(await ann.channel.send(said)).toBe('ok');
  // What her own process has answered may still be on its way to the other.
  await vi.waitFor(() => expect(bob.heard).toEqual([{ n: 1 }]), patient);
  await own.database.query(`select realtime.send('{"id": 2}', 'said', 'hall', false)`);
  await vi.waitFor(() => expect(bob.heard).toEqual([{ n: 1 }, { id: 2 }]), patient);

  await west.kill();
  await bob.client.removeAllChannels();
  bob.client.realtime.disconnect();
  await vi.waitFor(() => expect(ann.listPresent()).toEqual(['ann']), patient);
  expect(ann.states).toEqual(['SUBSCRIBED']);
  // Who comes in its place reaches everybody again.
  await using south = await startBackend(own.url, { SMTP_URL: '' });
  const cleo = await join(south.url, 'cleo');
  await vi.waitFor(() => expect(cleo.listPresent()).toEqual(['ann', 'cleo']), patient);
  await cleo.channel.send(said);
  await vi.waitFor(() => expect(ann.heard).toContainEqual({ n: 1 }), patient);
  await Promise.all([ann.client.removeAllChannels(), cleo.client.removeAllChannels()]);
  expect([east.errors, south.errors]).toEqual([[], []]);
});
