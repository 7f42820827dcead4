import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { MatchData } from './data.ts';

// Hashes weigh more than the rest of the check; they come when they are to be reckoned.
const loadCheck = () => import('./check-draws.ts');

/** Everything that the draws are made of, and their check on the reader's own machine. */
export function DrawCheck({ data }: { data: MatchData }) {
  const t = useTranslations('match.draws');
  const [verdict, setVerdict] = useState<string | null>(null);
  if (data.draws.length === 0) {
    return null;
  }
  const check = async () => {
    const { checkDraws } = await loadCheck();
    const fault = checkDraws(data);
    if (fault === null) {
      setVerdict(t('right'));
    } else if (fault === 'seed_hidden') {
      setVerdict(t('hidden'));
    } else if (fault === 'seed_differs') {
      setVerdict(t('differs'));
    } else {
      setVerdict(t('wrong', { n: fault.n }));
    }
  };
  return (
    <details className="draw-check">
      <summary>{t('title')}</summary>
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
      <p className="draw-verdict">
        <Button onClick={() => void check()}>{t('check')}</Button> <output>{verdict}</output>
      </p>
    </details>
  );
}
