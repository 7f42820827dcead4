import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { PhoneLine } from '../../ui/phone-line.tsx';
import { Time } from '../../ui/time.tsx';
import { usePastHref } from '../past/past-href.tsx';
import type { LadderData } from './data.ts';
import { RulesWords } from './stills.ts';
import { useDurationWords } from './use-duration-words.ts';

/** The head of the ladder: what it is, its figures, and the one next thing. */
export function LadderTop({ data, next }: { data: LadderData; next: ReactNode }) {
  const t = useTranslations('ladder.top');
  const { ladder, season } = data;
  return (
    <PageTop
      terrain={{ place: 'ladder', name: ladder.slug }}
      title={data.title}
      emblem={<Emblem name={ladder.name} kind="ladder" size="large" />}
      kicker={
        <>
          <a href={`/games/${ladder.game.slug}`}>{ladder.game.name}</a>
          {ladder.region !== '' && ` · ${ladder.region}`}
          {season !== null && !season.is_demo && ` · ${season.name}`}{' '}
          {season?.is_demo && <span className="ladder-mark">{t('demo')}</span>}
          {ladder.is_test && <span className="ladder-mark">{t('test')}</span>}
        </>
      }
    >
      <LadderFacts data={data} />
      {next}
    </PageTop>
  );
}

function LadderFacts({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.top');
  const toHref = usePastHref();
  const words = useDurationWords();
  const { ladder, season, size } = data;
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  const rules = season?.rules;
  return (
    <FactLine>
      <span>
        {t.rich(ladder.format === 'time_attack' ? 'drivers' : 'teams', { count: size, b })}
      </span>
      {rules !== undefined && ladder.format !== 'time_attack' && (
        <>
          <span>{t.rich('a_side', { size: rules.team.size, b })}</span>
          <span className="ladder-fact-long">
            {t.rich(rules.maps.count > 1 ? 'best_of' : 'one_map', { count: rules.maps.count, b })}
          </span>
          {ladder.format === 'rung' && (
            <span className="ladder-fact-long">
              {t.rich('climb', { top: rules.reach.topRungs, count: rules.reach.rungs, b })}
            </span>
          )}
          <span className="ladder-fact-long">
            {t.rich('answer', { time: words(rules.challenge.answerWithin), b })}
          </span>
        </>
      )}
      {season?.status === 'registration' && (
        <span>
          {t.rich('begins', { time: () => <Time instant={season.opens_at} look="date" /> })}
        </span>
      )}
      {season?.ends_at != null && (
        <span>
          {t.rich(season.status === 'closed' ? 'ended' : 'ends', {
            time: () => <Time instant={season.ends_at ?? ''} look="date" />,
          })}
        </span>
      )}
      <span className="ladder-ways">
        <a href={toHref(`/ladders/${ladder.slug}/rules`)}>{t('rules')}</a>
        <a href={`/ladders/${ladder.slug}/log`}>{t('log')}</a>
        {data.viewer?.is_admin && <a href={`/ladders/${ladder.slug}/admin`}>{t('admin')}</a>}
      </span>
    </FactLine>
  );
}

/** What is played here, and what a newcomer must know to play: a paragraph made of the season's rules. */
export function RulesInShort({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.short');
  if (data.season === null && data.summary === '') {
    return null;
  }
  return (
    <PhoneLine title={t('title')}>
      {data.summary !== '' && <p className="ladder-summary">{data.summary}</p>}
      {data.season !== null && <RulesWords data={data} rules={data.season.rules} />}
    </PhoneLine>
  );
}
