import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { CaseClaim } from './kinds.ts';

/** Who has a case in hand, and until when by themselves. */
export function ClaimWords({ holder }: { holder: CaseClaim | null }) {
  const t = useTranslations('moderation.claim');
  if (holder === null) {
    return <p className="soft">{t('nobody')}</p>;
  }
  return (
    <p className={holder.is_own ? 'case-own' : 'soft'}>
      {t.rich(holder.is_own ? 'yours' : 'theirs', {
        by: holder.username,
        time: () => <Time instant={holder.until} look="clock" />,
      })}
    </p>
  );
}
