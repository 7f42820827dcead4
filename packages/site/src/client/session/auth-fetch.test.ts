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
    const answer = await authFetch('http://localhost/auth/v1/token', { method: 'POST' });
    expect(answer.status).toBe(expected);
  });

  it('leaves a failure of the network one', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('network down');
    });
    const asked = authFetch('http://localhost/auth/v1/token', { method: 'POST' });
    await expect(asked).rejects.toThrow('network down');
  });

  it.each([
    ['GET', 2],
    ['POST', 1],
    ['PUT', 1],
    ['DELETE', 1],
  ])('sends %s %i times where it may, when the first attempt fails', async (method, times) => {
    let sent = 0;
    vi.stubGlobal('fetch', async () => {
      sent += 1;
      if (sent === 1) {
        throw new TypeError('network down');
      }
      return new Response('{}');
    });
    await authFetch('http://localhost/auth/v1/user', { method }).catch(() => null);
    expect(sent).toBe(times);
  });
});
