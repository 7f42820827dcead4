import { describe, expect, it } from 'vitest';
import { parseName, toSkeleton } from './name.ts';

describe('names', () => {
  it('have one skeleton for everything that reads alike', () => {
    expect(toSkeleton('Ｉron  Fоxes')).toBe(toSkeleton('1ron-Foxes'));
    expect(toSkeleton('Corner')).toBe(toSkeleton('Comer'));
    expect(toSkeleton('Žluťoučký')).toBe(toSkeleton('zlutoucky'));
    expect(toSkeleton('Wolves')).not.toBe(toSkeleton('Bears'));
  });

  it('hold no invisible characters', () => {
    expect(parseName('a\u200bb', { minimum: 2, maximum: 40 })).toBeNull();
    expect(parseName('  Red   Dogs ', { minimum: 2, maximum: 40 })).toBe('Red Dogs');
    expect(parseName('!!', { minimum: 2, maximum: 40 })).toBeNull();
  });
});

describe('letters that read alike', () => {
  it.each<[letter: string, alikes: string]>([
    ['a', 'аαɑ@Аàａ'],
    ['b', 'ьвƅβВ'],
    ['c', 'сᴄ¢С'],
    ['d', 'ԁɗ'],
    ['e', 'еєε€ɛЕéẽ'],
    ['f', 'ƒϝ'],
    ['g', 'ɡց'],
    ['h', 'һнհН'],
    ['j', 'јϳ'],
    ['k', 'кκК'],
    ['l', 'i1|!ıіӏιłІIL'],
    ['m', 'мʍМ'],
    ['n', 'пոηñ'],
    ['o', '0оοσօøөОÖ'],
    ['p', 'рρþР'],
    ['q', 'ԛգ'],
    ['r', 'гᴦ'],
    ['s', 'ѕꜱ$5Ѕş'],
    ['t', 'тτТ'],
    ['u', 'υսцʋü'],
    ['v', 'ѵνᴠ'],
    ['w', 'ԝѡωшᴡ'],
    ['x', 'хχ×Х'],
    ['y', 'уүγУ'],
    ['z', 'ᴢʐ2ž'],
  ])('are taken for %s: %s', (letter, alikes) => {
    for (const alike of alikes) {
      expect(toSkeleton(`Te${alike}m`), alike).toBe(toSkeleton(`te${letter}m`));
    }
  });

  it('are taken for one letter each', () => {
    const letters = [...'abcdefghjklmnopqrstuvwxyz3456789'].map(toSkeleton);
    expect(new Set(letters).size).toBe(letters.length - 1);
    expect(toSkeleton('5')).toBe('s');
  });

  it.each([
    ['Burn', 'Bum'],
    ['Flavvless', 'Flawless'],
    ['Clan', 'Dan'],
    ['Red Dogs', 'r.e.d-d_o_g_s'],
    ['ΟΔΥΣΣΕΑΣ', 'οδυσσεασ'],
  ])('%s is taken for %s', (one, other) => {
    expect(toSkeleton(one)).toBe(toSkeleton(other));
  });

  it('leave a sign by itself what it is', () => {
    expect(toSkeleton('★')).toBe('★');
    expect(toSkeleton('★')).not.toBe(toSkeleton('☆'));
    expect(toSkeleton('a★')).toBe('a');
  });
});

describe('a name is kept', () => {
  const three = { minimum: 3, maximum: 3 };
  it.each<[string, string | null]>([
    ['ab', null],
    ['abc', 'abc'],
    ['abcd', null],
    [' abc\t', 'abc'],
    ['a  b', 'a b'],
    ['a\nb', 'a b'],
    ['e\u0301ab', '\u00e9ab'],
    ['🦊ab', '🦊ab'],
    ['5!!', '5!!'],
    ['!!!', null],
    ['🦊🦊🦊', null],
    ['a\u0000b', null],
    ['a\u202eb', null],
    ['a\u3164b', null],
    ['a\u115fb', null],
    ['a\uffa0b', null],
  ])('%j as %j', (name, kept) => {
    expect(parseName(name, three)).toBe(kept);
  });
});
