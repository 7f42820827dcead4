import { expect, test } from 'vitest';
import { Presences } from './presences.ts';

const ref = expect.any(String);

test('who comes, says something new and goes is told to the others', () => {
  const presences = new Presences(10);
  const [phone, desk] = [{}, {}];
  const came = presences.track('room', phone, { name: 'ann', payload: { at: 1 } });
  expect(came).toEqual({ joins: { ann: { metas: [{ at: 1, phx_ref: ref }] } }, leaves: {} });
  const first = came?.joins.ann?.metas[0]?.phx_ref;

  const changed = presences.track('room', phone, { name: 'ann', payload: { at: 2 } });
  expect(changed).toEqual({
    joins: { ann: { metas: [{ at: 2, phx_ref: ref, phx_ref_prev: first }] } },
    leaves: { ann: { metas: [{ at: 1, phx_ref: first }] } },
  });
  expect(changed?.joins.ann?.metas[0]?.phx_ref).not.toBe(first);

  presences.track('room', desk, { name: 'ann', payload: { at: 3 } });
  presences.track('hall', {}, { name: 'bob', payload: {} });
  expect(presences.list('room').ann?.metas.map(({ at }) => at)).toEqual([2, 3]);

  expect(presences.untrack('room', phone)?.leaves.ann?.metas).toMatchObject([{ at: 2 }]);
  expect(presences.untrack('room', phone)).toBeNull();
  expect(presences.untrack('room', desk)?.leaves).toMatchObject({ ann: {} });
  expect(presences.list('room')).toEqual({});
  expect(Object.keys(presences.list('hall'))).toEqual(['bob']);
});

test('a client cannot choose the mark by which its word is known', () => {
  const presences = new Presences(10);
  const said = { name: 'ann', payload: { phx_ref: 'mine', phx_ref_prev: 'his' } };
  presences.track('room', {}, said);
  expect(presences.list('room').ann?.metas[0]?.phx_ref).not.toBe('mine');
});

test('a name may be any word', () => {
  const presences = new Presences(10);
  for (const name of ['__proto__', 'constructor']) {
    presences.track('room', {}, { name, payload: {} });
  }
  expect(Object.keys(presences.list('room'))).toEqual(['__proto__', 'constructor']);
});

test('one channel has places for so many and no more, and one who is there may say something new', () => {
  const presences = new Presences(2);
  const track = (channel: string, owner: object) =>
    presences.track(channel, owner, { name: 'x', payload: {} }) !== null;
  const [one, two, three] = [{}, {}, {}];
  expect([track('room', one), track('room', two), track('room', three)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([track('room', two), track('hall', three)]).toEqual([true, true]);
  presences.untrack('room', one);
  expect(track('room', three)).toBe(true);
});
