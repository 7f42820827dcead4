import { describe, expect, it } from 'vitest';
import { expandRoute, type LocaleRouting, splitLocalePath, toLocalePath } from './locale-paths.ts';

const routing = (
  strategy: LocaleRouting['strategy'],
  more: Partial<LocaleRouting> = {},
): LocaleRouting => ({
  strategy,
  defaultLocale: 'en',
  ...more,
});
const expand = (given: LocaleRouting) =>
  expandRoute('about', '/about', given).map(({ id, path }) => `${id} ${path}`);

describe('expandRoute', () => {
  it('has one route and no language without prefixes', () => {
    expect(expand(routing('no_prefix'))).toEqual(['about /about']);
  });

  it('keeps the default language bare', () => {
    const routes = expand(routing('prefix_except_default'));
    expect(routes).toHaveLength(7);
    expect(routes).toContain('about___en /about');
    expect(routes).toContain('about___fi /fi/about');
  });

  it('prefixes every language', () => {
    const routes = expand(routing('prefix'));
    expect(routes).toHaveLength(7);
    expect(routes).toContain('about___en /en/about');
  });

  it('has the default language at both addresses', () => {
    const routes = expand(routing('prefix_and_default'));
    expect(routes).toHaveLength(8);
    expect(routes).toContain('about___en /en/about');
    expect(routes).toContain('about___en___default /about');
  });

  it('removes or renames the routes of the default language', () => {
    expect(expand(routing('prefix_and_default', { defaultRoutes: 'remove' }))).toHaveLength(7);
    expect(
      expand(routing('prefix_and_default', { defaultRoutes: { rename: '{name}-plain' } })),
    ).toContain('about-plain /about');
  });

  it('gives the home page its prefix without a slash behind it', () => {
    const [, spanish] = expandRoute('home', '/', routing('prefix'));
    expect(spanish?.path).toBe('/es');
  });
});

describe('splitLocalePath and toLocalePath', () => {
  it('are each other the other way round', () => {
    for (const strategy of ['prefix', 'prefix_except_default', 'prefix_and_default'] as const) {
      for (const path of ['/', '/about', '/ladders/x/rules']) {
        const address = toLocalePath(path, 'fi', routing(strategy));
        expect(splitLocalePath(address, routing(strategy))).toEqual({ locale: 'fi', path });
      }
    }
  });

  it('know no bare address where the routes of the default language are removed', () => {
    const removed = routing('prefix_and_default', { defaultRoutes: 'remove' });
    expect(toLocalePath('/about', 'en', removed)).toBe('/en/about');
    expect(splitLocalePath('/about', removed)).toEqual({ locale: null, path: '/about' });
  });

  it('take no word for a language that is none', () => {
    expect(splitLocalePath('/final', routing('prefix'))).toEqual({ locale: null, path: '/final' });
    expect(splitLocalePath('/FI/a', routing('prefix'))).toEqual({ locale: 'fi', path: '/a' });
    expect(splitLocalePath('/fi/about', routing('no_prefix'))).toEqual({
      locale: null,
      path: '/fi/about',
    });
  });
});
