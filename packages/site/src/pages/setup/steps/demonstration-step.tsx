import { useTranslations } from 'use-intl';
import type { SetupStepData } from '../data.ts';

export function DemonstrationStep({ data }: { data: SetupStepData['demonstration'] }) {
  const t = useTranslations('setup.steps.demonstration');
  return <p>{data.season === 'open' ? t('open') : t('done')}</p>;
}
