import { afterEach, describe, expect, it, vi } from 'vitest';
import { authFetch } from './auth-fetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('authFetch', () => {
  it.each([
    [200, 200],
    [400, 400],
    [401, 401],
    [500, 400],
    [501, 400],
    [502, 502],
    [503, 503],
    [504, 504],
    [520, 400],
    [530, 400],
  ])('hands an answer of %i on as %i', async (given, expected) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status: given }));
    expect((await authFetch('http://localhost/auth/v1/token')).status).toBe(expected);
  });

  it('leaves a failure of the network one', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network down');
    });
    await expect(authFetch('http://localhost/auth/v1/token')).rejects.toThrow('network down');
  });
});
