import { describe, expect, it } from 'vitest';
import type { LocaleRouting } from './locale-paths.ts';
import { findLowerCase } from './lower-case.ts';
import { createPageMatcher } from './match-page.ts';
import { createSiteRules } from './site-rules.ts';

const rules = createSiteRules({
  forumUrl: 'https://forum.example.org/',
  chatInviteUrl: null,
});
const noPrefix: LocaleRouting = { strategy: 'no_prefix', defaultLocale: 'en' };

function find(path: string, routing = noPrefix, given = rules): string | null {
  return findLowerCase(path, createPageMatcher(routing)(path), { routing, rules: given });
}

describe('findLowerCase', () => {
  it.each([
    ['/ABOUT', '/about'],
    ['/About/', '/about'],
    ['/Teams/new', '/teams/new'],
    ['/LADDERS/Some-Slug/Rules', '/ladders/Some-Slug/rules'],
    ['/Teams/%C5%BBubry', '/teams/%C5%BBubry'],
    ['/Profile', '/profile'],
    ['/Forum', '/forum'],
    ['/Account/Nowhere', '/account/nowhere'],
  ])('writes %s as %s', (path, lower) => {
    expect(find(path)).toBe(lower);
  });

  it.each([
    '/',
    '/about',
    '/about/',
    '/teams/Tank-You',
    '/Nowhere',
    '/Chat',
    '/%E0%A4%A',
    '//ACCOUNT',
  ])('leaves %s as it is', (path) => {
    expect(find(path)).toBeNull();
  });

  it('writes the language in lower case too, and finds what is guarded behind it', () => {
    const prefixed: LocaleRouting = { strategy: 'prefix_except_default', defaultLocale: 'en' };
    expect(find('/FI/About', prefixed)).toBe('/fi/about');
    expect(find('/Fi/Account/Nowhere', prefixed)).toBe('/fi/account/nowhere');
    expect(find('/fi/about', prefixed)).toBeNull();
  });

  it('never leads to another host, even where everything is guarded', () => {
    const all = { ...rules, guard: { ...rules.guard, include: [] } };
    expect(find('//EVIL.example/x', noPrefix, all)).toBeNull();
    expect(find('/Nowhere', noPrefix, all)).toBe('/nowhere');
  });
});
