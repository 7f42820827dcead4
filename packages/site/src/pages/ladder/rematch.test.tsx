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
    const ends_at = '2026-12-20T19:00:00.000Z';
    const ask = (
      shown: Rules,
      format: 'rung' | 'rating' = 'rung',
      opponent = {},
      now = '2026-11-20',
    ) =>
      findSilence({
        data: { ladder: { format }, season: { ends_at } },
        ...{ rules: shown, opponent, now: new Date(now) },
      });
    expect(ask(rules)).toBe('forfeit');
    expect(ask(rules, 'rung', { is_rematch: true })).toBe('rematch');
    expect(ask(lapsing)).toBe('expire');
    expect(ask(rules, 'rating')).toBe('expire');
    // Three days to answer and one ahead: what is challenged later can no more be accepted to the last.
    expect(ask(rules, 'rung', {}, '2026-12-16T18:59:59.999Z')).toBe('forfeit');
    expect(ask(rules, 'rung', {}, '2026-12-16T19:00:00.000Z')).toBe('expire');
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
