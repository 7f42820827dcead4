import { describe, expect, it } from 'vitest';
import { readWords, renderPage } from '../testing/render-page.tsx';
import { AfterBan } from './after-ban.tsx';
import type { BanEffect, RecordedSanction } from './data.ts';
import { SanctionCard } from './sanction-card.tsx';

const look = { viewer: null, locale: 'en' } as const;
const at = '2026-11-20T18:00:00Z';
const sanction: RecordedSanction = {
  ...{ id: 's', kind: 'mute', ladder: null, from: at, until: null, is_in_force: true, by: null },
  ...{ rule: null, reason: null, lifted: null, appeal: null, case_id: null, may_appeal: false },
  ...{ appeal_until: at, may_lift: false, may_answer: false, others: 0 },
};
const readCard = (given: Partial<RecordedSanction>) =>
  readWords(
    renderPage(({ data }) => <SanctionCard sanction={data} />, { ...sanction, ...given }, look),
  );
const lifted = { at, by: 'Ada', reason: 'Mistaken' };
const appeal = { words: 'A joke', made_at: at, until: at, decided: null, holder: null };

describe('a sanction', () => {
  it.each<[string, Partial<RecordedSanction>, string[], string[]]>([
    [
      'of the whole site, for good',
      {},
      ['in force', 'everywhere', 'for good', 'has been deleted'],
      ['by '],
    ],
    [
      'of a ladder, until then',
      { ladder: { slug: 'tanks', name: 'Tanks' }, until: at },
      ['Tanks', 'until Friday'],
      ['everywhere', 'for good'],
    ],
    ['that is over', { is_in_force: false }, ['over'], ['in force', 'lifted']],
    [
      'that was lifted',
      { is_in_force: false, lifted },
      ['lifted', '· Ada', '“Mistaken”'],
      ['over'],
    ],
    ['lifted by who has gone', { lifted: { at, by: null, reason: null } }, ['Lifted'], ['·', '“']],
    [
      'by somebody, by a rule, with a reason',
      { by: 'Ada', rule: 'No insults', reason: 'Twice' },
      ['by Ada', 'Rule: No insults', '“Twice”'],
      ['deleted'],
    ],
    ['that is appealed', { appeal }, ['Appealed', '“A joke”', 'waits for an answer'], ['Granted']],
    ['that is appealed and lifted', { appeal, lifted }, ['Appealed'], ['waits for an answer']],
    [
      'whose appeal was granted',
      { appeal: { ...appeal, decided: { at, by: 'Ben', is_granted: true, answer: 'So it is' } } },
      ['Granted', '· Ben', '“So it is”'],
      ['waits', 'Turned down'],
    ],
    [
      'whose appeal was refused by who has gone',
      { appeal: { ...appeal, decided: { at, by: null, is_granted: false, answer: 'No' } } },
      ['Turned down'],
      ['Granted', '·'],
    ],
  ])('%s', (_what, given, words, others) => {
    const card = readCard(given);
    for (const one of words) {
      expect(card).toContain(one);
    }
    for (const one of others) {
      expect(card).not.toContain(one);
    }
  });
});

describe('what a sanction does', () => {
  const read = (kind: string, effect: Partial<BanEffect>) =>
    readWords(
      renderPage(
        ({ data }) => <AfterBan kind={kind} effect={data} />,
        { site: null, ladder: null, ...effect },
        look,
      ),
    );
  const site = (given: object) => ({ site: { teams: [], drives: [], offices: 0, ...given } });
  const team = { slug: 'k', name: 'Kaarna', outcome: 'passes', heir: 'Ben', matches: [] };
  const match = { id: 'm', opponent: 'Dust', ends: null };

  it.each<[string, string, Partial<BanEffect>, string]>([
    [
      'a mute',
      'mute',
      site({ offices: 1 }),
      'Teams and matches go on as they are. It ends by itself.',
    ],
    ['a strike', 'strike', {}, 'Nothing but a line in the record. It ends by itself.'],
    ['a ban of whom nothing hangs on', 'ban', site({}), 'No team, no entry and no office hangs'],
    [
      'a suspension of somebody in office',
      'suspension',
      site({ offices: 2 }),
      'Their 2 offices are idle while it lasts. It ends by itself; a captaincy',
    ],
    ['a captain’s ban', 'ban', site({ teams: [team] }), 'Ben becomes captain of Kaarna . It ends'],
    [
      'of a team that goes on',
      'ban',
      site({ teams: [{ ...team, matches: [match] }] }),
      'The match against Dust goes on.',
    ],
    [
      'of a team that disbands',
      'ban',
      site({ teams: [{ ...team, outcome: 'disbands', matches: [match] }] }),
      'The match against Dust is decided',
    ],
    [
      'of a match that ends otherwise',
      'ban',
      site({
        teams: [{ ...team, outcome: 'disbands', matches: [{ ...match, ends: 'withdrawn' }] }],
      }),
      'The challenge to Dust is taken back.',
    ],
    [
      'a driver’s ban',
      'ban',
      site({ drives: [{ slug: 'r', name: 'Rally' }] }),
      'Their own entry on Rally stays',
    ],
    [
      'a ban where they do not play',
      'ban',
      {},
      'They do not play on this ladder. It ends by itself.',
    ],
    [
      'a driver’s on one ladder',
      'ban',
      { ladder: { team: null, leaders: [], matches: [match] } } as unknown as Partial<BanEffect>,
      'Their own entry stays; they do nothing there while it lasts. The match against Dust goes by its deadlines.',
    ],
    [
      'of a team that others lead',
      'ban',
      {
        ladder: { team, leaders: ['Ben', 'Cid'], matches: [match] },
      } as unknown as Partial<BanEffect>,
      'Kaarna goes on: Ben, Cid may act for it there. The match against Dust goes on.',
    ],
    [
      'of a team that nobody leads',
      'ban',
      { ladder: { team, leaders: [], matches: [match] } } as unknown as Partial<BanEffect>,
      'Nobody else may act for Kaarna there',
    ],
  ])('%s', (_what, kind, effect, words) => {
    expect(read(kind, effect)).toContain(words);
  });
});
