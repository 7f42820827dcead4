import { readFileSync } from 'node:fs';
import type { Judge } from '@muster/league';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import { locales } from '../../intl/locales.ts';
import type { MatchData } from './data.ts';
import { Disputes } from './disputes.tsx';
import { EventSentence } from './event-sentence.tsx';

const now = '2026-11-20T19:00:00.000Z';
const until = '2026-11-30T19:00:00.000Z';
const areas = ['match-record', 'rule-names', 'case-holder', 'events', 'pieces'];

function show(node: React.ReactNode, locale = 'en'): string {
  const read = (area: string) =>
    JSON.parse(
      readFileSync(new URL(`../../locales/${locale}/${area}.json`, import.meta.url), 'utf8'),
    );
  const messages = Object.fromEntries(areas.map((area) => [area, read(area)]));
  const store = createStore({
    ...{ locale, messages, zone: 'UTC', now: new Date(now), pending: null },
  } as unknown as IntlState);
  return renderToString(<IntlRoot store={store}>{node}</IntlRoot>);
}

/** Two reports that differ wait for somebody to judge them. */
function showDispute(by: Judge): string {
  const dispute = {
    ...{ status: 'open', reason: 'reports_differ', opened_by: null, opened_at: now },
    ...{ statements: [], statements_until: until, ruling_aimed_at: until, ruling: null },
  };
  const data = {
    ...{ status: 'disputed', dispute, appeal: null, room: {}, holder: null, texts: {} },
    ...{ judge: { by, until }, rules: { dispute: {} }, names: { people: {} } },
  };
  return show(<Disputes data={data as unknown as MatchData} />);
}

describe('an open dispute', () => {
  it('names no ruling that is aimed at and no admin to take it where nobody can judge', () => {
    const [judged, unjudged] = [showDispute('site_admin'), showDispute('nobody')];
    for (const words of ['ruling aimed at by', 'Nobody has it in hand yet.']) {
      expect(judged).toContain(words);
      expect(unjudged).not.toContain(words);
    }
    expect(unjudged).toContain('Statements until');
    expect(unjudged).toContain('Nobody else can judge this. The match is void from');
  });
});

const line = {
  ...{ sequence: 9, at: now, actor_id: null, match_id: 'match', hash: '' },
  data: { status: 'upheld', rule: 'dispute.rulingWithin', text: null },
};

describe('what nobody could judge', () => {
  it.each(
    locales.flatMap(({ code }) => [
      [code, 'appeal_decided'],
      [code, 'ruling_given'],
    ]),
  )('names its rule once in the log: %s, %s', (locale, type) => {
    const names = { entries: {}, people: {} };
    const sides = { challenger: 'a', defender: 'b' };
    const said = show(
      <EventSentence line={{ ...line, type }} names={names} sides={sides} />,
      locale,
    );
    const texts = readFileSync(
      new URL(`../../locales/${locale}/rule-names.json`, import.meta.url),
      'utf8',
    );
    const rule = JSON.parse(texts).names.dispute.rulingWithin;
    expect(said.split(rule)).toHaveLength(2);
  });
});
