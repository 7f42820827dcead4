import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Time } from '../../ui/time.tsx';
import type { Matter } from './matter.ts';
import { toMatterKeys } from './matter-keys.ts';

interface MatterWords {
  /** One sentence. */
  title: string;
  /** By when, and what becomes of it then. */
  reason: ReactNode;
  /** What the button says, and where it leads. */
  act: string;
  href: string;
}

/** What a matter is called wherever it is shown. */
export function useMatterWords(): (matter: Matter) => MatterWords {
  const t = useTranslations('next-step');
  return (matter) => {
    const { title, reason, act, href, values } = toMatterKeys(matter);
    const { until } = matter;
    const time = () => (until === null ? null : <Time instant={until} look="full" />);
    return {
      title: t(title, values),
      reason: t.rich(reason, { ...values, time }),
      act: t(act, values),
      href,
    };
  };
}
