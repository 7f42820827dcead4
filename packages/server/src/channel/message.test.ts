import { describe, expect, it } from 'vitest';
import { toChannelMessage } from './message.ts';

const at = '2026-11-21T18:00:00.000Z';
type Input = Parameters<typeof toChannelMessage>[0];

const nothing: Input['ahead'] = { asked: null, starts_at: null };

function write(change: Partial<Input> = {}) {
  const message = toChannelMessage({
    kind: 'match_scheduled',
    facts: { challenger: 'Kaarna', defender: 'Dust' },
    ahead: { asked: null, starts_at: at },
    matchId: 'match-1',
    ladder: { slug: 'tanks', name: 'Tanks' },
    ...{ locale: 'en', zone: 'Europe/Helsinki', siteUrl: 'https://league.test' },
    ...change,
  });
  expect(message.allowed_mentions).toEqual({ parse: [] });
  const [embed = expect.fail()] = message.embeds;
  return embed;
}

describe('a message to a channel', () => {
  it('names both, the ladder and the hour in the channel’s zone, and leads to the match', () => {
    const { title, description, url } = write();
    expect(title).toContain('Kaarna');
    expect(title).toContain('Dust');
    expect(description).toMatch(/^Tanks\n.*20:00/);
    expect(url).toBe('https://league.test/matches/match-1');
  });

  it('says by when a side is to act and what becomes of it then, in the words of its own pages', () => {
    const say = (asked: Input['ahead']['asked']) =>
      write({ kind: 'challenge_made', ahead: { asked, starts_at: null } }).description;
    expect(say({ act: 'answer', until: at, otherwise: 'forfeited' })).toMatch(
      /^Tanks\nAnswer by .*20:00 .*, or the match is lost by the rule\.$/,
    );
    expect(say({ act: 'answer', until: at, otherwise: 'lapses' })).toMatch(/20:00.*lapses\.$/);
    expect(say(null)).toBe('Tanks');
  });

  it('of a season leads to the ladder, and does not name it twice', () => {
    const season = write({ kind: 'season_opened', facts: {}, ahead: nothing, matchId: null });
    expect(season.url).toBe('https://league.test/ladders/tanks');
    expect(season.title).toContain('Tanks');
    expect(season.description).toBe('');
  });

  it('calls nobody and marks nothing, whatever a team is called', () => {
    const { title } = write({ facts: { challenger: '@everyone **[x](y)**', defender: '<@1>' } });
    expect(title).toContain('\\@everyone \\*\\*\\[x\\]\\(y\\)\\*\\*');
    expect(title).toContain('\\<\\@1\\>');
  });

  it('is as long as the platform takes, and says where it was cut', () => {
    const long = write({ facts: { challenger: 'x'.repeat(300), defender: 'D' } });
    expect([...long.title]).toHaveLength(256);
    expect(long.title.endsWith('x…')).toBe(true);
    const name = 'y'.repeat(4096);
    expect(write({ facts: {}, ahead: nothing, ladder: { slug: 'y', name } }).description).toBe(
      name,
    );
    const longer = write({ facts: {}, ahead: nothing, ladder: { slug: 'y', name: `${name}y` } });
    expect([...longer.description]).toHaveLength(4096);
    expect(longer.description.endsWith('y…')).toBe(true);
  });
});
