import { expect, it } from 'vitest';
import { createAddressJudge } from '../network-address.ts';
import { createHostFinder } from './host.ts';

const isAllowed = createAddressJudge([{ address: '10.1.0.0', prefix: 16, family: 'ipv4' }]);

it.each<[string, string[], object]>([
  ['a name of the internet', ['1.1.1.1'], { kind: 'found', address: '1.1.1.1' }],
  ['a name that leads to this machine', ['127.0.0.1'], { kind: 'not_allowed' }],
  ['one that does so in IPv6', ['::1', '::ffff:127.0.0.1'], { kind: 'not_allowed' }],
  ['one of both', ['127.0.0.1', '2a00::1'], { kind: 'found', address: '2a00::1' }],
  ['one of a network that is allowed', ['10.1.2.3'], { kind: 'found', address: '10.1.2.3' }],
  ['one beside it', ['10.2.0.1'], { kind: 'not_allowed' }],
  ['one without addresses', [], { kind: 'unresolved' }],
  ['one with nonsense', ['nowhere'], { kind: 'unresolved' }],
])('%s', async (_what, addresses, found) => {
  const find = createHostFinder({ isAllowed, resolve: async () => addresses });
  expect(await find('play.example')).toEqual(found);
});

it('asks nobody for a number', async () => {
  const find = createHostFinder({
    isAllowed,
    resolve: () => Promise.reject(new Error('asked')),
  });
  expect(await find('1.1.1.1')).toEqual({ kind: 'found', address: '1.1.1.1' });
  expect(await find('[::1]')).toEqual({ kind: 'not_allowed' });
  expect(await find('play.example')).toEqual({ kind: 'unresolved' });
});

it('judges what a name leads to each time', async () => {
  const answers = [['1.1.1.1'], ['127.0.0.1']];
  const find = createHostFinder({ isAllowed, resolve: async () => answers.shift() ?? [] });
  expect(await find('play.example')).toEqual({ kind: 'found', address: '1.1.1.1' });
  expect(await find('play.example')).toEqual({ kind: 'not_allowed' });
});

it('resolves two names at once', async () => {
  const going = new Set<string>();
  let most = 0;
  const find = createHostFinder({
    isAllowed,
    async resolve(host) {
      going.add(host);
      most = Math.max(most, going.size);
      await new Promise((resolve) => setImmediate(resolve));
      going.delete(host);
      return ['1.1.1.1'];
    },
  });
  await Promise.all(Array.from({ length: 9 }, (_, index) => find(`n${index}.example`)));
  expect(most).toBe(2);
});
