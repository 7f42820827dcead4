import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import { Button } from '../../ui/button.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import type { HeldAccount, PersonAdminData } from './data.ts';

/** Names in games, which everybody sees, and accounts elsewhere, which a site admin opens on the record. */
export function HeldAccounts({ data }: { data: PersonAdminData }) {
  const t = useTranslations('people.accounts');
  const [accounts, setAccounts] = useState<HeldAccount[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const open = async () => {
    setIsBusy(true);
    const path = `/api/moderation/people/${data.person_id}/accounts`;
    const answer = await sendCommand<{ accounts: HeldAccount[] }>(path, {});
    setIsBusy(false);
    setAccounts(answer.ok ? answer.data.accounts : []);
  };
  return (
    <>
      <ul className="lines">
        {data.identities.map(({ kind, handle }) => (
          <li key={kind}>
            {toProviderName(kind)} <b>{handle}</b>
          </li>
        ))}
        {(accounts ?? []).map(({ provider, provider_id, display_name }) => (
          <li key={`${provider} ${provider_id}`}>
            {toProviderName(provider)} <b>{display_name ?? provider_id}</b>{' '}
            <span className="soft">{provider_id}</span>
          </li>
        ))}
      </ul>
      {data.is_site_admin && accounts === null && (
        <p>
          <Button isBusy={isBusy} onClick={() => void open()}>
            {t('open')}
          </Button>{' '}
          <span className="soft">{t('says')}</span>
        </p>
      )}
      {accounts?.length === 0 && <p>{t('none')}</p>}
    </>
  );
}
