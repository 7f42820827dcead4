import { useTranslations } from 'use-intl';
import type { TeamEditData } from './data.ts';
import { PictureField } from './picture-field.tsx';

/** The team's picture. */
export function LogoField({ data }: { data: TeamEditData }) {
  const t = useTranslations('team-forms.logo');
  const texts = {
    title: t('title'),
    preview: t('preview'),
    reason: t('reason'),
    choose: t('choose'),
    act: t('act'),
    remove: t('remove'),
    saved: t('saved'),
  };
  const path = `/api/teams/${data.slug}/logo`;
  return (
    <PictureField path={path} name={data.name} kind="team" picture={data.logo} texts={texts} />
  );
}
