import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { EntryPlayers } from './entry-players.tsx';

const person = (person_id: string) => ({ person_id, username: person_id, user_id: null });
const from = '2026-11-20T19:00:00Z';
const eligible = {
  ...{ minimum: 2, maximum: 4, wait: 'P2D', may_add: [] as string[], may_drop: [] as string[] },
  players: [{ ...person('Ada'), eligible_from: from }],
};

function see(given: object = {}, team: object = {}, isRunning = true): string {
  const data = {
    ...{ viewer: { role: 'captain' }, disbanded_at: null, members: [person('Ada'), person('Ben')] },
    ...team,
  };
  const entry = { entry_id: 'e', season: { is_running: isRunning } };
  const draw = (props: Parameters<typeof EntryPlayers>[0]) => <EntryPlayers {...props} />;
  // No more of the team and of its entry is looked at.
  const parts = { data, entry, eligible: { ...eligible, ...given } } as unknown as Parameters<
    typeof EntryPlayers
  >[0];
  return renderPage(() => draw(parts), null, { viewer: null, locale: 'en' });
}

describe('who of a team may play on a ladder', () => {
  it('stands first, then who may not', () => {
    const words = readWords(see());
    expect(words).toMatch(/Ada .*Ben/);
    expect(words.split('Ada')).toHaveLength(2);
  });

  it('may play from an instant on, also at that very instant', () => {
    const at = (eligible_from: string) =>
      readWords(see({ players: [{ ...person('Ada'), eligible_from }] }));
    expect(at(from)).toBe(at('2026-11-01T19:00:00Z'));
    expect(at('2026-11-20T19:00:01Z')).not.toBe(at(from));
    expect(at('2026-11-22T18:00:00Z')).toContain('Sun 18:00');
  });

  it('may be taken away and added where the rules let the captain', () => {
    const buttons = (given: object) => see(given).match(/<button/g)?.length ?? 0;
    expect(buttons({})).toBe(0);
    expect(buttons({ may_drop: ['Ben'], may_add: ['Ada'] })).toBe(0);
    expect(buttons({ may_drop: ['Ada'] })).toBe(1);
    expect(buttons({ may_drop: ['Ada'], may_add: ['Ben'] })).toBe(2);
  });

  it('is bounded, which its captain reads while it may change', () => {
    const rule = '2 days';
    expect(readWords(see())).toContain(rule);
    expect(readWords(see({}, { viewer: { role: 'co_captain' } }))).not.toContain(rule);
    expect(readWords(see({}, { viewer: null }))).not.toContain(rule);
    expect(readWords(see({}, { disbanded_at: from }))).not.toContain(rule);
    expect(readWords(see({}, {}, false))).not.toContain(rule);
  });
});
