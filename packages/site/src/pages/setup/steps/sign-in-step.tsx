import { useTranslations } from 'use-intl';
import type { SetupStepData } from '../data.ts';

export function SignInStep({ data }: { data: SetupStepData['sign-in'] }) {
  const t = useTranslations('setup.steps.sign-in');
  return <p>{data.ways.length === 0 ? t('open') : data.ways.join(', ')}</p>;
}
