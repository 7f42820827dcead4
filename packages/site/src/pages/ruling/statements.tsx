import { bothSides, type Side, type TextReference } from '@muster/league';
import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from '../match/data.ts';

interface Statement {
  by: Side;
  at: string;
  text: TextReference;
}

/** What both sides say, beside each other; an appeal's words stand under the statements of its side. */
export function Statements({ match }: { match: MatchData }) {
  const t = useTranslations('ruling');
  const { dispute, appeal, sides } = match;
  const said: Statement[] = [...(dispute?.statements ?? []), ...(appeal === null ? [] : [appeal])];
  return (
    <section aria-labelledby="statements">
      <SectionHead title={t('statements')} id="statements" />
      <div className="ruling-sides">
        {bothSides.map((side) => {
          const own = said.filter(({ by }) => by === side);
          return (
            <div key={side}>
              <h3 className="lineup-name">{sides[side].name}</h3>
              {own.length === 0 && <p className="soft">{t('nothing_said')}</p>}
              {own.map(({ at, text }) => (
                <figure key={text.text_id} className="said">
                  <figcaption className="soft">
                    <Time instant={at} look="full" />
                  </figcaption>
                  <blockquote>{match.texts[text.text_id] ?? t('forgotten')}</blockquote>
                </figure>
              ))}
            </div>
          );
        })}
      </div>
    </section>
  );
}
