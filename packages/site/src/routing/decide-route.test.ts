import { describe, expect, it } from 'vitest';
import { decideRoute, type RouteQuestion, toMissingError } from './decide-route.ts';
import { createSiteRules } from './site-rules.ts';

const rules = createSiteRules({
  forumUrl: 'https://forum.example.org/',
  chatInviteUrl: null,
});

function ask(address: string, question: Partial<RouteQuestion> = {}) {
  const url = new URL(address, 'http://localhost');
  return decideRoute(
    {
      page: null,
      parameters: {},
      url,
      path: url.pathname,
      hasSession: false,
      isDevelopment: false,
      ...question,
    },
    rules,
  );
}

describe('decideRoute', () => {
  it('redirects before it looks for a page', () => {
    expect(ask('/profile')).toMatchObject({ kind: 'redirect', to: '/account', isExternal: false });
    expect(ask('/forum')).toMatchObject({
      kind: 'redirect',
      to: 'https://forum.example.org/',
      isExternal: true,
    });
    expect(ask('/chat').kind).toBe('not_found');
  });

  it('sends a visitor to sign in and remembers the whole address', () => {
    expect(ask('/account?tab=2', { page: 'account' })).toMatchObject({
      kind: 'redirect',
      to: '/login',
      savesPath: '/account?tab=2',
    });
    expect(ask('/account', { page: 'account', hasSession: true })).toEqual({
      kind: 'page',
      page: 'account',
      isGuarded: true,
    });
  });

  it('asks to sign in before it says that a guarded path leads nowhere', () => {
    expect(ask('/account/nope')).toMatchObject({
      kind: 'redirect',
      to: '/login',
      savesPath: '/account/nope',
    });
    expect(ask('/account/nope', { hasSession: true }).kind).toBe('not_found');
  });

  it('says without the query that no route has a path', () => {
    const decision = ask('/nope/x?y=1');
    expect(decision.kind === 'not_found' && toMissingError(decision.missing).message).toBe(
      'Page not found: /nope/x',
    );
  });

  it('says with the query that a validation failed', () => {
    const decision = ask('/ladders/UPPER?x=1', { page: 'ladder', parameters: { slug: 'UPPER' } });
    expect(decision.kind === 'not_found' && toMissingError(decision.missing).message).toBe(
      'Page Not Found: /ladders/UPPER?x=1',
    );
  });

  it('hides the pages of development elsewhere', () => {
    expect(ask('/dev/pieces', { page: 'pieces' }).kind).toBe('not_found');
    expect(ask('/dev/pieces', { page: 'pieces', isDevelopment: true }).kind).toBe('page');
  });

  it('shows a path that cannot be decoded as it was typed', () => {
    const decision = ask('/%E0%A4%A');
    expect(decision.kind === 'not_found' && decision.missing.path).toBe('/%E0%A4%A');
  });
});
