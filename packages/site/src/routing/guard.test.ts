import { describe, expect, it } from 'vitest';
import { type GuardRules, isGuarded, matchesPattern } from './guard.ts';

const rules: GuardRules = {
  loginPath: '/login',
  callbackPath: '/confirm',
  include: ['/account*', '/teams/new', '/teams/*/edit', '/ladders/*/admin'],
  exclude: ['/account/help'],
  savesRedirect: true,
};

describe('isGuarded', () => {
  it.each([
    '/account',
    '/account/',
    '/account/keys',
    '/teams/new',
    '/teams/tank-you/edit',
    '/ladders/bf6-2v2-tanks/admin',
    '/Account',
    '/TEAMS/x/EDIT',
  ])('asks for a session at %s', (path) => {
    expect(isGuarded(path, rules)).toBe(true);
  });

  it.each([
    '/',
    '/about',
    '/teams',
    '/teams/new-team',
    '/teams/tank-you',
    '/ladders/x',
    '/account/help',
  ])('leaves %s free', (path) => {
    expect(isGuarded(path, rules)).toBe(false);
  });

  it('guards everything but the exempt when nothing is listed', () => {
    const all = { ...rules, include: [] };
    expect(isGuarded('/about', all)).toBe(true);
    expect(isGuarded('/login', all)).toBe(false);
    expect(isGuarded('/confirm', all)).toBe(false);
    expect(isGuarded('/account/help', all)).toBe(false);
  });
});

describe('matchesPattern', () => {
  it('takes what is no star as it stands', () => {
    expect(matchesPattern('/a.b', '/a.b')).toBe(true);
    expect(matchesPattern('/axb', '/a.b')).toBe(false);
    expect(matchesPattern('/a(b', '/a(b')).toBe(true);
  });
});
