import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { MatchData } from './data.ts';
import { DrawFacts } from './stills.ts';

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
      <DrawFacts data={data} />
      <p className="draw-verdict">
        <Button onClick={() => void check()}>{t('check')}</Button> <output>{verdict}</output>
      </p>
    </details>
  );
}
