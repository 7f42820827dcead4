import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import type { MatchLine, MatchParty } from '../team/match-line.ts';
import { readTexts } from '../testing/render-page.tsx';
import { NextUp } from './next-up.tsx';

const toParty = (name: string): MatchParty => ({ name, href: null, logo: null, is_team: true });
const match: MatchLine = {
  ...{ id: 'match', ladder: { slug: 'tanks', name: 'Tanks' }, status: 'scheduled' },
  ...{ starts_at: '2026-11-21T19:00:00Z', deadline: null, ended_at: null, climb: null },
  ...{ challenger: toParty('Dust'), defender: toParty('Mud'), winner: null, own_side: null },
  ...{ challenger_score: null, defender_score: null },
};

it.each([
  ['UTC', '19:00', 'UTC'],
  // A first page is drawn in UTC and comes to life in the reader's zone.
  ['Europe/Warsaw', '20:00', 'Warszawa'],
  // Of which the page does not say what it is called here.
  ['Europe/Athens', '21:00', ''],
])('the hour of the next match stands beside the zone that it is in: %s', (zone, hour, name) => {
  const intl = createStore<IntlState>({
    ...{ locale: 'pl', messages: readTexts('pl'), zone, pending: null },
    ...{ places: { 'Europe/Warsaw': 'Warszawa' }, now: new Date('2026-11-21T18:00:00Z') },
  });
  const html = renderToString(
    <IntlRoot store={intl}>
      <NextUp match={match} />
    </IntlRoot>,
  );
  expect(html).toContain(`>${hour}</time>`);
  expect(html).toContain(`<span class="soft">${name}</span>`);
});
