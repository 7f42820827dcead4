import { describe, expect, it } from 'vitest';
import { ActForm, toInstant, toTyped } from '../ladder-admin/act-form.tsx';
import { readWords, renderPage } from '../testing/render-page.tsx';
import type { OwnedLadderData } from './data.ts';
import OwnedLadderPage from './ladder-form.tsx';

const look = { viewer: null, locale: 'en' } as const;

describe('the form of a ladder', () => {
  const ladder = {
    ...{ slug: 'tanks', name: 'Tanks', region: 'EU', zone: 'Europe/Helsinki', season: 'open' },
    ...{ retired_at: null, is_retired: false },
  };
  const see = (given: object) => {
    const data = {
      ...{ ladder: null, has_games: true, has_ladders: false, only_game: null, zone: 'UTC' },
      zones: [],
      ...given,
      // No more of the page's data is looked at.
    } as unknown as OwnedLadderData;
    return renderPage(OwnedLadderPage, data, look);
  };

  it('of a new one asks for what is settled once, and first of all for a game', () => {
    expect(see({})).toContain('value="time_attack"');
    expect(see({})).toContain('name="summary"');
    expect(see({ has_games: false })).not.toContain('<form');
    expect(see({ has_games: false })).toContain('href="/admins/games/new"');
    expect(see({ ladder })).not.toContain('value="time_attack"');
    expect(see({ ladder })).not.toContain('name="summary"');
    expect(see({ ladder, has_games: false })).toContain('<form');
  });

  it('offers another’s rules where there is another', () => {
    expect(readWords(see({ has_ladders: true }))).toContain('Rules from');
    expect(readWords(see({}))).not.toContain('Rules from');
  });

  it('of one that is there leads to what comes next', () => {
    for (const href of [
      '/ladders/tanks',
      '/ladders/tanks/admin/rules',
      '/admins/menus?ladder=tanks',
    ]) {
      expect(see({ ladder })).toContain(`href="${href}"`);
      expect(see({})).not.toContain(`href="${href}"`);
    }
    expect(see({ ladder })).toContain('value="EU"');
  });

  it.each([
    ['never had a season', { season: null }, true],
    ['has closed its season', { season: 'closed' }, true],
    ['has one planned', { season: 'registration' }, false],
    ['plays one', { season: 'open' }, false],
    ['is retired, whatever it plays', { season: 'open', is_retired: true }, true],
  ])('of one that %s offers to retire it or to bring it back: %s', (_how, given, isOffered) => {
    const words = readWords(see({ ladder: { ...ladder, ...given } }));
    expect(/Retire|Bring back/.test(words)).toBe(isOffered);
  });
});

describe('the form of an act', () => {
  const see = (isReady: boolean) =>
    renderPage(
      () => (
        <ActForm path="/api/x" body={{}} button="Do it" isReady={isReady}>
          <p>Why</p>
        </ActForm>
      ),
      null,
      look,
    );
  it('can be sent once all is there, and is not under way by itself', () => {
    const [ready, open] = [see(true), see(false)].map(
      (html) => /<button[^>]*type="submit"[^>]*>/.exec(html)?.[0] ?? '',
    );
    expect(ready).not.toContain('disabled');
    expect(open).toContain('disabled');
    expect(see(true)).not.toContain('aria-busy="true"');
    expect(readWords(see(true))).toContain('Why');
  });

  it.each(['', 'soon'])('takes %j for no instant', (typed) => {
    expect(toInstant(typed)).toBeNull();
  });

  it('takes what is typed by the browser’s own clock, to the minute', () => {
    const instant = '2026-11-20T18:05:00.000Z';
    expect(toInstant(toTyped(new Date('2026-11-20T18:05:59.000Z')))).toBe(instant);
    expect(toTyped(new Date(instant))).toMatch(/^2026-11-\d\dT\d\d:\d\d$/);
  });
});
