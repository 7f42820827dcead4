import { describe, expect, it } from 'vitest';
import { listUneven, readContent } from './content-texts.ts';
import {
  checkGlossary,
  type EnglishGlossary,
  listOtherWords,
  listUnwanted,
  toWords,
} from './glossary.ts';

const source: EnglishGlossary = {
  terms: {
    ladder: { text: '\\bladders?\\b' },
    report: { text: '\\breport', except: ['moderation'] },
    notice: { text: '\\bnotices?\\b', only: ['boards'] },
  },
  never: { '\\bMuster': ['health.muster'] },
};
const terms = { ladder: 'leiter', report: 'meld', notice: 'aush[aä]ng' };
const english = new Map([
  ['a.join', 'Join the ladder'],
  ['a.count', '{count, plural, one {# ladder} other {# ladders}}'],
  ['a.value', '{ladder} is open'],
  ['match.report', 'Report it'],
  ['moderation.report', 'Report'],
  ['boards.notice', 'A notice'],
  ['notices.notice', 'A notice'],
]);
const german = {
  ...{ 'a.join': 'Der Leiter beitreten', 'a.value': '{ladder} ist offen' },
  'a.count': '{count, plural, one {# Leiter} other {# Leitern}}',
  ...{ 'match.report': 'Melden', 'moderation.report': 'Anzeigen' },
  ...{ 'boards.notice': 'Ein Aushang', 'notices.notice': 'Eine Nachricht' },
};

function list(change: Partial<typeof german> = {}, without: Record<string, string[]> = {}) {
  const texts = new Map(Object.entries({ ...german, ...change }));
  return listOtherWords('de', { english, texts }, { source, own: { terms, without } });
}

describe('the check of the glossary', () => {
  it('reads every branch of a message, and no name of an argument', () => {
    expect(toWords('{count, plural, one {# team} other {<b>teams</b>}} of {league}').trim()).toBe(
      '· team  teams  of ·',
    );
  });

  it('has nothing to say where each thing is called by its name', () => {
    expect(list()).toEqual([]);
  });

  it('finds a text that calls it otherwise', () => {
    expect(list({ 'a.join': 'Der Rangliste beitreten' })).toEqual([
      "de: 'a.join' calls 'ladder' otherwise than by leiter",
    ]);
    expect(list({ 'a.count': '{count, plural, one {# Liste} other {# Listen}}' })).toHaveLength(1);
  });

  it('takes an exception for a text that does without, and no exception that is none', () => {
    expect(list({ 'a.join': 'Beitreten' }, { ladder: ['a.join'] })).toEqual([]);
    expect(list({}, { ladder: ['a.join'] })).toEqual([
      "de.glossary.json: 'a.join' needs no exception from 'ladder'",
    ]);
  });

  it('asks each language for a word for each thing', () => {
    const own = { terms: { ladder: 'leiter', report: 'meld', match: 'match' }, without: {} };
    const texts = new Map(Object.entries(german));
    expect(listOtherWords('de', { english, texts }, { source, own })).toEqual([
      "de.glossary.json: 'notice' is not in both glossaries",
      "de.glossary.json: 'match' is not in both glossaries",
    ]);
  });

  it('finds the program’s name where the league’s belongs', () => {
    const texts = new Map([
      ['home.lead', 'Welcome to Muster'],
      ['health.muster', 'Muster'],
      ['moderation.none', 'the host decides it with ‘muster cases’'],
    ]);
    expect(listUnwanted('en', texts, source)).toEqual(["en: 'home.lead' says \\bMuster"]);
  });

  it('reads the texts that ship line by line, and finds one that lacks a line', () => {
    const english = readContent('en');
    expect(english.get('content.pages.conduct.1')).toBe('+++');
    expect(listUneven(english, 'fi')).toEqual([]);
    const longer = new Map([...english, ['content.pages.conduct.999', 'And another thing.']]);
    expect(listUneven(longer, 'fi')).toEqual([
      "fi: the line 'content.pages.conduct.999' stands in one of both languages alone",
    ]);
  });

  it('finds nothing to say of the texts as they are', () => {
    expect(checkGlossary()).toEqual([]);
  });
});
