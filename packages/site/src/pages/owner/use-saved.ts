import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { useSetupSearch } from './from-setup.tsx';

/** After a thing was saved: says so, and shows its page anew, or leads to it where its address is another. */
export function useSaved(kind: 'games' | 'ladders') {
  const t = useTranslations('owner');
  const navigate = useNavigate();
  const setup = useSetupSearch();
  const reload = useReload();
  return async (slug: string, formerSlug: string | undefined) => {
    void showToast({ kind: 'success', text: t('saved') });
    if (slug === formerSlug) {
      await reload();
    } else {
      await navigate(`/admins/${kind}/${slug}${setup}`);
    }
  };
}
