import { shares, type Transaction } from '@muster/database';
import { expect, it } from 'vitest';
import { viewInstant } from './one-instant.ts';

/** A transaction that counts what it is asked, whatever rows are wanted; pages do nothing else with one. */
function open() {
  const asked: [string, readonly unknown[] | undefined][] = [];
  const query = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
    asked.push([text, values]);
    return [{ text, list: [1] }] as Row[];
  };
  return { view: viewInstant({ query } as Transaction), asked };
}

it('asks the same once a page, and anew for the next', async () => {
  const { view, asked } = open();
  const { query, readAtOnce, transaction } = view.database;
  await query('a', [1]);
  await query('a', [2]);
  await query('b');
  expect(asked).toEqual([
    ['a', [1]],
    ['a', [2]],
    ['b', []],
  ]);
  await query('a', [1]);
  expect(
    await readAtOnce([
      { text: 'a', values: [2] },
      { text: 'b', values: [] },
    ]),
  ).toHaveLength(2);
  await transaction((one) => one.query('a', [1]));
  await view.database.share(shares.pages).query('b');
  expect(asked).toHaveLength(3);
  view.forget();
  await query('a', [1]);
  expect(asked).toHaveLength(4);
});

it('gives whoever asks what nobody has changed', async () => {
  const { view } = open();
  const [first] = await view.database.query<{ list: number[] }>('a');
  first?.list.push(2);
  expect(await view.database.query('a')).toEqual([{ text: 'a', list: [1] }]);
});

it('has pages write and tell nothing', async () => {
  const { view } = open();
  const { database } = view;
  const words = 'What is written out is only read.';
  expect(() => database.listen('x', () => undefined)).toThrow(words);
  expect(() => database.close()).toThrow(words);
  await database.transaction(async (one) => {
    expect(() => one.notify('x', 'y')).toThrow(words);
    expect(() => one.copyLines('x', () => undefined)).toThrow(words);
  });
});
