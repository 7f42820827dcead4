import type { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { type TestBuild, writeTestBuild } from './testing/test-build.ts';
import { createTestSite } from './testing/test-site.ts';

let own: ApiLeague;
let build: TestBuild;
let site: Hono;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  build = await writeTestBuild();
  site = await createTestSite(own, { build });
});
afterAll(async () => {
  await build[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});

const ask = (path: string, init: RequestInit = {}) =>
  site.fetch(new Request(`http://localhost:3000${path}`, init), {});

describe('the site', () => {
  it.each([
    ['GET', 200],
    ['HEAD', 200],
    ['PUT', 405],
    ['DELETE', 405],
    ['OPTIONS', 405],
  ])('answers %s of a page with %i', async (method, status) => {
    const answer = await ask('/ladders/tanks', { method });
    expect(answer.status).toBe(status);
    if (status === 405) {
      expect(await answer.json()).toEqual({ error: { code: 'method_not_allowed', params: {} } });
    }
  });

  it.each([
    ['/login?from=here', '/login?from=here'],
    ['//elsewhere.example/login', '/'],
    ['/\\elsewhere.example', '/'],
  ])('shows the page of a form again that is sent to %s without a script', async (path, shown) => {
    const answer = await ask(path, { method: 'POST', body: 'password=secret' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, shown]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('has no page in the place of a file of the build that is not there', async () => {
    expect((await ask('/assets/gone.js')).status).toBe(404);
    expect(await (await ask('/assets/gone.js')).text()).toBe('404');
  });

  it('says which build it is, and the rules of that one only', async () => {
    const latest = await ask('/builds/latest.json');
    expect(latest.headers.get('cache-control')).toBe('no-store');
    const { id } = (await latest.json()) as { id: string };
    const rules = await ask(`/builds/meta/${id}.json`);
    expect([rules.status, rules.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=3600',
    ]);
    expect(await rules.json()).toMatchObject({ id });
    expect((await ask(`/builds/meta/${id}x.json`)).status).toBe(404);
  });
});

describe('the choice of a language', () => {
  it.each([
    ['/locale/fi?to=/ladders', '/ladders', true],
    ['/locale/fi', '/', true],
    ['/locale/xx?to=/ladders', '/ladders', false],
    ['/locale/fi?to=https://evil.test', '/', true],
    ['/locale/fi?to=//evil.test', '/', true],
    ['/locale/fi?to=/\\evil.test', '/', true],
    ['/locale/fi?to=/%09/evil.test', '/', true],
    ['/locale/fi?to=/%0A/evil.test', '/', true],
    ['/locale/fi?to=/%E4%B8%AD', '/', true],
    ['/locale/fi?to=/profiles/%25E4%25B8%25AD', '/profiles/%E4%B8%AD', true],
    ['/locale/fi?to=ladders', '/', true],
  ])('%s goes to %s', async (path, location, isKept) => {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, location]);
    expect(answer.headers.get('set-cookie')?.includes('fi') ?? false).toBe(isKept);
  });
});
