import { useTranslations } from 'use-intl';
import { useShown } from '../../app/router.tsx';

/** What goes on in the address of a page that was opened from a step of the set-up; empty else. */
export function useSetupSearch(): '' | '?setup' {
  const { search } = useShown().location;
  return new URLSearchParams(search).has('setup') ? '?setup' : '';
}

/** Leads from a list back to the desk. */
export function DeskLink() {
  const t = useTranslations('owner');
  return <a href="/admins">{t('desk')}</a>;
}

/** Leads back to where somebody came from: the step of the set-up, or else the list. */
export function BackLink({ kind }: { kind: 'games' | 'ladders' }) {
  const t = useTranslations('owner');
  const step = kind === 'games' ? 'games' : 'ladder';
  return useSetupSearch() === '' ? (
    <a href={`/admins/${kind}`}>{t(`titles.${kind}`)}</a>
  ) : (
    <a href={`/setup?step=${step}#step`}>{t('to_setup')}</a>
  );
}
