import { fetchWithRetry } from '../fetch/fetch-json.ts';

/** Has this machine work for a moment, and gives what shows that it did. */
export async function solveCaptcha(): Promise<string> {
  const [{ solveChallenge }, { deriveKey }, response] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
    fetchWithRetry('/api/captcha'),
  ]);
  if (!response.ok) {
    throw Object.assign(new Error('no captcha'), { code: 'rate_limited' });
  }
  const challenge = (await response.json()) as Parameters<typeof solveChallenge>[0]['challenge'];
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
