import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepAudit } from '../engine/audit.ts';
import { layContent } from './lay-content.ts';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

const readLists = async () => {
  const rows = await test.database.query<{ locale: string; words: string[] }>(
    `select locale, array_agg(word order by word) as words from private.flag_words group by locale order by locale`,
  );
  return Object.fromEntries(rows.map(({ locale, words }) => [locale, words]));
};

const setList = async (locale: string, words: string[]) => {
  await test.database.query('delete from private.flag_words where locale = $1', [locale]);
  await test.database.query('insert into private.flag_words select $1, unnest($2::text[])', [
    locale,
    words,
  ]);
};

const edit = (subject: string) =>
  test.database.transaction((transaction) =>
    keepAudit(
      { transaction, at: '2026-11-01T12:00:00Z', viewer: null },
      { act: 'words_edited', kind: 'flag_words', subject },
    ),
  );

it('reach a league that has none, and one whose list is as an older version shipped it', async () => {
  await layContent(test.database);
  const shipped = await readLists();
  expect(Object.keys(shipped)).toEqual(['de', 'en', 'es', 'fi', 'fr', 'pl', 'pt']);
  await setList('pl', ['pedał', 'kurwa']);
  await test.database.query(`delete from private.flag_words where locale <> 'pl'`);
  await layContent(test.database);
  expect(await readLists()).toEqual(shipped);
});

it.each([
  ['en', 'Pedal to the metal, count rapeseed; a scunthorpe Dick, Cockburn and the grammar'],
  ['es', 'El puto amo no: la porra, el rape a la plancha, un número subnormal, el pedal'],
  [
    'fr',
    'En retard, pardon : la tapette à mouches, le pédalier, un homo sapiens, une pute de dinde',
  ],
  ['de', 'Heil und gesund, die Pute, Ski heil, der Raps, das Pedal'],
  ['pl', 'Pedał gazu, pedały roweru, kura, chusta, dziwak'],
  ['pt', 'Ele pede a bola: o macaco, os putos, o veado, a porra da Espanha, o pedal'],
  ['fi', 'Homo sapiens, perkele, mulkosilmä, vitsi, neuleet'],
])('let pass what is harmless in %s', async (_locale, text) => {
  const [row] = await test.database.query('select private.find_flag_word($1) as word', [text]);
  expect(row).toEqual({ word: null });
});

it('are left as they are where the league has edited them, empty too, and renewed in its other languages', async () => {
  const shipped = await readLists();
  await edit('fi');
  await edit('fr');
  await setList('fi', ['oma']);
  await setList('fr', []);
  await setList('de', []);
  await layContent(test.database);
  const { fr: _emptied, ...others } = shipped;
  expect(await readLists()).toEqual({ ...others, fi: ['oma'] });
});
