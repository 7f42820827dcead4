import { readFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import type { NoticesData } from './data.ts';
import { getDefaultChoice, noticeKindList } from './kinds.ts';
import { NoticeChoices } from './notice-choices.tsx';

const choices = Object.fromEntries(
  noticeKindList.map((kind) => [kind, getDefaultChoice(kind)]),
) as NoticesData['choices'];

function show(mail: NoticesData['mail']): string {
  const read = (area: string) =>
    JSON.parse(readFileSync(new URL(`../../locales/en/${area}.json`, import.meta.url), 'utf8'));
  const messages = { notices: read('notices'), shell: read('shell') } as IntlState['messages'];
  const now = new Date('2026-11-20T19:00:00.000Z');
  const store = createStore<IntlState>({ locale: 'en', messages, zone: 'UTC', now, pending: null });
  const data: NoticesData = { unread: [], earlier: [], limit: 100, choices, mail };
  return renderToString(
    <IntlRoot store={store}>
      <NoticeChoices data={data} />
    </IntlRoot>,
  );
}

describe('what one is told by mail', () => {
  it('leads to where an address is added while the account has none', () => {
    expect(show('no_address')).toContain('<a href="/account#email">Add an address</a>');
    expect(show('yes')).not.toContain('/account#email');
    expect(show('no_server')).not.toContain('/account#email');
    expect(show('no_server')).toContain('This league sends no mail.');
  });
});

describe('the boxes of a group', () => {
  /** Each label's words with the marks of its box. */
  const listBoxes = (mail: NoticesData['mail']) =>
    [...show(mail).matchAll(/<label class="notices-check">(.*?)<\/label>/g)].map(
      ([, box = '']) => ({
        head: /<span aria-hidden="true" class="soft">([^<]*)</.exec(box)?.[1] ?? null,
        isChecked: box.includes('checked=""'),
        isShut: box.includes('disabled=""'),
      }),
    );

  it('are in the page first and by mail second, under these words', () => {
    const heads = listBoxes('yes').flatMap(({ head }) => (head === null ? [] : [head]));
    expect(heads.slice(0, 2)).toEqual(['On the site', 'By mail']);
    expect(new Set(heads.filter((_, place) => place % 2 === 0))).toEqual(new Set(['On the site']));
  });

  it('stand as they are chosen, those of mails shut where none can be sent', () => {
    const [page, mail] = listBoxes('yes').filter(({ head }) => head !== null);
    expect([page?.isChecked, mail?.isChecked, mail?.isShut]).toEqual([true, true, false]);
    const [kept, shut] = listBoxes('no_server').filter(({ head }) => head !== null);
    expect([kept?.isChecked, kept?.isShut]).toEqual([true, false]);
    expect([shut?.isChecked, shut?.isShut]).toEqual([false, true]);
  });
});
