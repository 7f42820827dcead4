import { describe, expect, it } from 'vitest';
import { checkTranslations, listArguments, listMissingPlurals } from './translations.ts';

const english = '{count, plural, one {# team} other {# teams}} of {league}';

describe('the check of translations', () => {
  it('takes arguments from every depth and no word of a branch for one', () => {
    expect(listArguments(english)).toBe('count,league');
    expect(listArguments('{role, select, captain {captain of {team}} other {player}}')).toBe(
      'role,team',
    );
  });

  it('tells a tag from an argument', () => {
    expect(listArguments('until <time></time>')).toBe('<time>');
    expect(listArguments('until {time}')).toBe('time');
  });

  it('misses the forms that a language has and a message lacks', () => {
    expect(listMissingPlurals('en', english)).toEqual([]);
    expect(listMissingPlurals('pl', english)).toEqual(['few', 'many']);
    expect(listMissingPlurals('fr', '{count, plural, one {# équipe} other {# équipes}}')).toEqual(
      [],
    );
  });

  it('finds nothing to say of the messages as they are', () => {
    expect(checkTranslations()).toEqual([]);
  });
});
