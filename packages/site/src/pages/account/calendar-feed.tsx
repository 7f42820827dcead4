import { useTranslations } from 'use-intl';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { useCommand } from '../team/use-command.ts';
import type { AccountData } from './data.ts';

/** The address by which a calendar program follows the person's own matches. Whoever has it can read it. */
export function CalendarFeed({ calendar }: Pick<AccountData, 'calendar'>) {
  const t = useTranslations('account.calendar');
  const { send, isBusy } = useCommand();
  async function copy(path: string) {
    const address = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      void showToast({ kind: 'success', text: t('copied') });
    } catch {
      // Without the right to the clipboard the address itself is shown, to be copied by hand.
      void showToast({ title: t('copy_by_hand'), text: address, duration: -1 });
    }
  }
  return (
    <>
      <p className="soft">{t('reason')}</p>
      {calendar !== null && (
        <p className="account-feed">
          <code>{calendar}</code>
        </p>
      )}
      <p className="account-acts">
        {calendar !== null && <Button onClick={() => void copy(calendar)}>{t('copy')}</Button>}
        <Button
          isBusy={isBusy}
          onClick={() =>
            void send({ path: '/api/me/calendar', body: { renew: calendar !== null } })
          }
        >
          {calendar === null ? t('make') : t('renew')}
        </Button>
      </p>
      {calendar !== null && <p className="soft account-small">{t('renew_reason')}</p>}
    </>
  );
}
