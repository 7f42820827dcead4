import { readFileSync } from 'node:fs';
import { createDefaultRules, type Rules } from '@muster/league';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from '../../app/store.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import { toDeclining } from '../match/match-forms.tsx';
import { findSilence } from './challenge-form.tsx';
import type { LadderData } from './data.ts';
import { RulesWords } from './rules-words.tsx';

const rules = createDefaultRules();
const lapsing: Rules = { ...rules, challenge: { ...rules.challenge, unanswered: 'expire' } };
const never: Rules = { ...rules, challenge: { ...rules.challenge, rematchWithin: 'PT0S' } };

function say(shown: Rules): string {
  const file = new URL('../../locales/en/ladder.json', import.meta.url);
  const messages = { ladder: JSON.parse(readFileSync(file, 'utf8')) } as IntlState['messages'];
  const now = new Date('2026-11-20T19:00:00.000Z');
  const store = createStore<IntlState>({ locale: 'en', messages, zone: 'UTC', now, pending: null });
  const data = { ladder: { slug: 'tanks', format: 'rung' } } as LadderData;
  return renderToString(
    <IntlRoot store={store}>
      <RulesWords data={data} rules={shown} />
    </IntlRoot>,
  );
}

describe('a rematch', () => {
  it('is not lost by silence, which the challenge says before it is made', () => {
    expect(findSilence('rung', rules, {})).toBe('forfeit');
    expect(findSilence('rung', rules, { is_rematch: true })).toBe('rematch');
    expect(findSilence('rung', lapsing, {})).toBe('expire');
    expect(findSilence('rating', rules, {})).toBe('expire');
  });

  it('is declined freely, which the one who declines reads', () => {
    expect(toDeclining({ is_rematch: true })).toBe('decline_rematch');
    expect(toDeclining({ is_rematch: false })).toBe('decline');
  });

  it('is excepted beside the rule of silence and the rule of declines', () => {
    const file = new URL('../../locales/en/rules.json', import.meta.url);
    const { challenge } = JSON.parse(readFileSync(file, 'utf8')).fields;
    expect(challenge.unanswered).toContain('a rematch only expires');
    expect(challenge.declines).toContain('a rematch may be declined freely');
  });

  it('stands in the rules in short, where the rules know it', () => {
    expect(say(rules)).toContain('Within 7 days of your last match it is a rematch');
    expect(say(never)).not.toContain('rematch');
  });
});
