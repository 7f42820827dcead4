import { describe, expect, it } from 'vitest';
import { listOtherQuotes } from './quotes.ts';

const isRefused = (locale: string, text: string) =>
  listOtherQuotes(locale, new Map([['here', text]])).length > 0;

describe('the check of quotation marks', () => {
  it.each([
    ['en', 'The ladder’s rules say “no”.'],
    ['es', 'La escalera dice «no».'],
    ['fr', 'L’échelle dit «\u00a0non\u00a0», «\u202f·\u202f».'],
    ['de', 'Die Leiter sagt „nein“ und „·“.'],
    ['pl', 'Drabinka mówi „nie”.'],
    ['pt', 'A escada diz “não”.'],
    ['fi', 'Tikkaat sanovat ”ei”.'],
  ])('takes those of %s', (locale, text) => {
    expect(isRefused(locale, text)).toBe(false);
  });

  it.each([
    [
      'en',
      "The ladder's rules.",
      'It says "no".',
      'It says ‘no’.',
      'It says «no».',
      'It says ”no“.',
    ],
    ['es', 'Dice "no".', 'Dice „no“.', 'Dice »no«.', 'Dice “no”.'],
    ['fr', "L'échelle.", 'Elle dit « non ».', 'Elle dit «non».', 'Elle dit “non”.'],
    ['de', 'Sie sagt “nein”.', 'Sie sagt »nein«.', 'Sie sagt „nein”.', 'Sie sagt „nein".'],
    ['pl', 'Mówi „nie“.', 'Mówi “nie”.', 'Mówi «nie».', "Mówi 'nie'."],
    ['pt', 'Diz «não».', 'Diz „não“.', 'Diz "não".', 'Diz “não.'],
    ['fi', 'Sanoo “ei”.', 'Sanoo „ei”.', 'Sanoo "ei".', 'Sanoo ”ei.'],
  ])('refuses others in %s', (locale, ...texts) => {
    expect(texts.filter((text) => !isRefused(locale, text))).toEqual([]);
  });
});
