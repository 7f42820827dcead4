import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createStore } from '../app/store.ts';
import { IntlRoot } from '../intl/intl-root.tsx';
import type { IntlState } from '../intl/locale-store.ts';
import { readTexts } from '../pages/testing/render-page.tsx';
import { Time } from './time.tsx';

function draw(places: Readonly<Record<string, string>>, zone: string): string {
  const intl = createStore<IntlState>({
    ...{ locale: 'pl', messages: readTexts('pl'), zone: 'Europe/Warsaw', pending: null },
    ...{ places, now: new Date('2026-11-20T19:00:00Z') },
  });
  return renderToString(
    <IntlRoot store={intl}>
      <Time instant="2026-11-21T19:00:00Z" zone={zone} namesZone />
    </IntlRoot>,
  );
}

it.each([
  ['the reader’s own zone', 'Europe/Warsaw', '20:00', 'Warszawa'],
  ['another’s', 'America/New_York', '14:00', 'Nowy Jork'],
  ['one that the page did not name', 'Europe/Athens', '21:00', 'Athens'],
])(
  'a time has the name of its zone in the reader’s language behind it: %s',
  (_, zone, clock, name) => {
    const html = draw({ 'Europe/Warsaw': 'Warszawa', 'America/New_York': 'Nowy Jork' }, zone);
    expect(html).toMatch(new RegExp(`>[^<]*${clock}[^<]*${name}[^<]*<`));
  },
);
