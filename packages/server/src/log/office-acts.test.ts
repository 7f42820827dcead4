import { readFileSync } from 'node:fs';
import { locales } from '@muster/site';
import { thingKinds } from '@muster/site/pages/moderation/kinds.ts';
import { describe, expect, it } from 'vitest';
import type { AuditLine } from '../engine/audit.ts';
import { groups, officeTypes, publicActs } from './office-acts.ts';

const readTexts = (locale: string, area: string): Record<string, unknown> =>
  JSON.parse(
    readFileSync(
      new URL(`../../../site/src/locales/${locale}/${area}.json`, import.meta.url),
      'utf8',
    ),
  );

/** What of these acts has no sentence. */
const listMute = (acts: readonly string[], texts: Record<string, unknown>) =>
  acts.filter((act) => typeof texts[act] !== 'string' || texts[act] === '');

describe('every act of an office has a sentence', () => {
  it.each(locales.map(({ code }) => code))('in %s', (locale) => {
    const kept = readTexts(locale, 'office-log').acts as Record<string, unknown>;
    const known = Object.keys(readTexts('en', 'office-log').acts as object);
    expect(listMute([...known, ...Object.keys(publicActs)], kept)).toEqual([]);
    expect(listMute(officeTypes, readTexts(locale, 'events'))).toEqual([]);
    expect(listMute(['game_juggled'], kept)).toEqual(['game_juggled']);
  });

  it('and one without cannot be kept at all', () => {
    const line: AuditLine = {
      // @ts-expect-error no language has a sentence for it
      act: 'game_juggled',
      kind: 'game',
      subject: 'golf',
    };
    expect(line.act).toBe('game_juggled');
  });
});

/** What only offices read: it concerns reports, cases, accounts or the league's own works. */
const inside = [
  ...['accounts_read', 'appeal_granted', 'appeal_refused', 'article_added', 'article_edited'],
  ...[
    'article_kept',
    'case_asked',
    'case_closed',
    'case_decided',
    'case_undone',
    'game_kept',
    'games_ordered',
  ],
  ...['ladder_kept', 'ladders_ordered', 'page_kept', 'servers_ordered', 'sign_in_way_edited'],
  ...['sign_in_way_removed', 'withheld_read', 'words_edited'],
];

it('each act is for everybody or for offices alone, and says which', () => {
  const known = Object.keys(readTexts('en', 'office-log').acts as object);
  expect([...Object.keys(publicActs), ...inside].sort()).toEqual(known.sort());
});

it('each kind of thing is of one group, and what is reported of people or texts', () => {
  const kinds = Object.values(groups).flatMap((group) => group.kinds ?? []);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(thingKinds.filter((kind) => !kinds.includes(kind))).toEqual([]);
});
