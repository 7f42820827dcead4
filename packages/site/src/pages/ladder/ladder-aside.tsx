import type { SuggestionReason } from '@muster/league';
import { useFormatter, useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { LadderData, StandingRow, Suggestion } from './data.ts';
import { EntryLink } from './entry-link.tsx';
import { OwnEntrySection } from './own-entry.tsx';
import { ComingAndResults } from './stills.ts';

interface LadderAsideProps {
  data: LadderData;
  onChallenge: (row: Pick<StandingRow, 'entry_id' | 'name' | 'place'>) => void;
}

/** Beside the standings: whom to ask, what is played next, what was played last. */
export function LadderAside({ data, onChallenge }: LadderAsideProps) {
  const t = useTranslations('ladder.aside');
  const suggestions = data.viewer?.suggestions ?? [];
  return (
    <aside className="stack ladder-aside" aria-label={t('label')}>
      {suggestions.length > 0 && (
        <section>
          <SectionHead title={t('fair')} id="fair" />
          <ul className="lines">
            {suggestions.map((suggestion) => (
              <FairMatch
                key={suggestion.entry_id}
                suggestion={suggestion}
                onChallenge={onChallenge}
              />
            ))}
          </ul>
        </section>
      )}
      <OwnEntrySection data={data} />
      <ComingAndResults data={data} />
    </aside>
  );
}

interface FairMatchProps {
  suggestion: Suggestion;
  onChallenge: LadderAsideProps['onChallenge'];
}

function FairMatch({ suggestion, onChallenge }: FairMatchProps) {
  const t = useTranslations('ladder.aside');
  const format = useFormatter();
  const reasons = useReasons(suggestion);
  const odds = suggestion.reasons.find(({ code }) => code === 'even_odds') as
    | Extract<SuggestionReason, { code: 'even_odds' }>
    | undefined;
  return (
    <li className="fair">
      <span className="display fair-rung">{suggestion.place}</span>
      <div>
        <p className="fair-head">
          <EntryLink of={suggestion} />
          {odds !== undefined && (
            <span title={t('odds_why')}>
              {format.number(odds.percent / 100, { style: 'percent' })}
            </span>
          )}
        </p>
        <p className="soft fair-reasons">{reasons}</p>
        <button type="button" className="fair-act" onClick={() => onChallenge(suggestion)}>
          {t('challenge', { team: suggestion.name })}
        </button>
      </div>
    </li>
  );
}

/** The reasons as one sentence: a list that begins with a capital and ends with a full stop. */
function useReasons({ reasons }: Suggestion): string {
  const t = useTranslations('ladder.reason');
  const format = useFormatter();
  const toWords = (reason: SuggestionReason): string => {
    switch (reason.code) {
      case 'in_reach':
        return t('climb', { rungs: reason.rungs });
      case 'even_odds':
        return t('even_odds');
      case 'not_met':
        return t(reason.last === null ? 'never_met' : 'not_met');
      default:
        return t('both_free', {
          day: format.dateTime(new Date(reason.at), {
            weekday: 'long',
            hour: '2-digit',
            minute: '2-digit',
            hourCycle: 'h23',
          }),
        });
    }
  };
  const list = reasons.map(toWords).join(', ');
  return list === '' ? '' : `${list.charAt(0).toLocaleUpperCase()}${list.slice(1)}.`;
}
