import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import { HoursZone } from './availability-form.tsx';
import type { AccountData } from './data.ts';

const evening = { weekday: 1, from: '19:30', to: '23:00' };
const zones = [
  { zone: 'Europe/Warsaw', name: 'Warsaw · Central European Time' },
  { zone: 'Asia/Seoul', name: 'Seoul · Korean Standard Time' },
];

function say(zone: string, data: Pick<AccountData, 'availability' | 'hours_zone'>): string {
  const file = new URL('../../locales/en/account.json', import.meta.url);
  const messages = { account: JSON.parse(readFileSync(file, 'utf8')) } as IntlState['messages'];
  const now = new Date('2026-11-20T19:00:00.000Z');
  const store = createStore<IntlState>({ locale: 'en', messages, zone: 'UTC', now, pending: null });
  return renderToString(
    <IntlRoot store={store}>
      <HoursZone data={{ ...data, zones }} zone={zone} />
    </IntlRoot>,
  );
}

describe('the zone of free hours', () => {
  it('is said beside them', () => {
    const kept = { availability: [evening], hours_zone: 'Europe/Warsaw' };
    expect(say('Europe/Warsaw', kept)).toContain(
      'Time zone of these hours: Warsaw · Central European Time.',
    );
  });

  it('is said to change, and the hours not to, where they are in another', () => {
    const kept = { availability: [evening], hours_zone: 'Europe/Warsaw' };
    const said = say('Asia/Seoul', kept);
    expect(said).toContain('so far: Warsaw · Central European Time.');
    expect(said).toContain('Once you save: Seoul · Korean Standard Time.');
  });

  it('changes for nobody who has declared none', () => {
    const none = { availability: [], hours_zone: 'UTC' };
    expect(say('Asia/Seoul', none)).toContain(
      'Time zone of these hours: Seoul · Korean Standard Time.',
    );
  });

  it('is called by its place where the list has no name for it', () => {
    expect(say('Asia/Calcutta', { availability: [], hours_zone: 'UTC' })).toContain(': Calcutta.');
  });
});
