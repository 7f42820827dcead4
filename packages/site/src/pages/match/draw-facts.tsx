import { useTranslations } from 'use-intl';
import type { MatchData } from './data.ts';

/** Everything that the draws are made of. */
export function DrawFacts({ data }: { data: MatchData }) {
  const t = useTranslations('match-record.draws');
  return (
    <>
      <p className="soft">{t('how')}</p>
      <dl>
        <dt>{t('seed_hash')}</dt>
        <dd>{data.seed_hash}</dd>
        <dt>{t('seed')}</dt>
        <dd>{data.seed ?? t('seed_later')}</dd>
        <dt>{t('nonce', { team: data.sides.challenger.name })}</dt>
        <dd>{data.nonces.challenger ?? '–'}</dd>
        <dt>{t('nonce', { team: data.sides.defender.name })}</dt>
        <dd>{data.nonces.defender ?? '–'}</dd>
      </dl>
      <ol className="lines">
        {data.draws.map((draw) => (
          <li key={draw.n}>
            {t('draw', { n: draw.n, value: draw.value })}{' '}
            <span className="soft">{draw.options.join(', ')}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
