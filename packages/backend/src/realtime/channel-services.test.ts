import { expect, test } from 'vitest';
import { OpenShares } from '../network.ts';
import { askWithin, type ChannelServices } from './channel-services.ts';

test('one network has so many policies waiting to be asked, and all together have', async () => {
  const services = { asks: new OpenShares({ most: 3, share: 2 }) } as ChannelServices;
  const ends: (() => void)[] = [];
  const ask = (address: string) =>
    askWithin(services, address, () => new Promise<void>((resolve) => ends.push(resolve)));
  const busy = { reason: 'busy' };
  const [first, second] = [ask('192.0.2.1'), ask('192.0.2.1')];
  await expect(ask('192.0.2.1')).rejects.toMatchObject(busy);
  const other = ask('192.0.2.2');
  await expect(ask('192.0.2.3')).rejects.toMatchObject(busy);
  ends[0]?.();
  await first;
  const third = ask('192.0.2.1');
  ends[1]?.();
  ends[2]?.();
  ends[3]?.();
  await Promise.all([second, other, third]);
  // One that fails makes room as well.
  const failing = () => askWithin(services, '192.0.2.1', () => Promise.reject(new Error('mine')));
  for (let time = 0; time < 4; time += 1) {
    await expect(failing()).rejects.toThrow('mine');
  }
});
