import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReload } from '../../client/live/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { SteamConnectButton } from '../../ui/connect-button.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import { useCommand } from '../team/use-command.ts';
import { ConnectAccounts } from './connect-accounts.tsx';
import type { AccountData, OwnAccount } from './data.ts';

/** The accounts elsewhere that belong to the person: which others see, which they are rid of, which they add. */
export function LinkedAccounts({ data }: { data: AccountData }) {
  const t = useTranslations('account.accounts');
  // An address of one's own is a way in, and has a section of its own.
  const elsewhere = data.accounts.filter(({ provider }) => provider !== 'email');
  return (
    <>
      <p className="soft">{t('reason')}</p>
      <ul className="lines">
        {elsewhere.map((account) => (
          <LinkedAccountRow
            key={account.provider}
            account={account}
            shown={data.accounts.filter(({ is_shown }) => is_shown).map(({ provider }) => provider)}
          />
        ))}
      </ul>
      <ConnectAccounts data={data} />
    </>
  );
}

interface LinkedAccountRowProps {
  account: OwnAccount;
  shown: readonly string[];
}

function LinkedAccountRow({ account, shown }: LinkedAccountRowProps) {
  const t = useTranslations('account.accounts');
  const { send, isBusy } = useCommand();
  const reload = useReload();
  const [isUnlinking, setIsUnlinking] = useState(false);
  const { provider, display_name } = account;
  // The provider of an organisation is a number that says nothing to anybody.
  const isOrganisation = provider.startsWith('sso:');
  const name = isOrganisation ? t('organisation') : toProviderName(provider);
  // What was chosen shows at once, and goes back if it was refused.
  const [isShown, setIsShown] = useState(account.is_shown);
  async function unlink() {
    setIsUnlinking(true);
    try {
      const { unlinkAccount } = await import('../../client/session/linked-accounts.ts');
      await unlinkAccount(provider);
      await reload();
    } catch (error) {
      console.error('The account could not be unlinked', error);
    } finally {
      setIsUnlinking(false);
    }
  }
  async function show(isWanted: boolean) {
    setIsShown(isWanted);
    const others = shown.filter((other) => other !== provider);
    const body = { shown_accounts: isWanted ? [...others, provider] : others };
    if ((await send({ path: '/api/me/settings', body })) === null) {
      setIsShown(!isWanted);
    }
  }
  return (
    <li className="account-linked">
      {provider === 'steam' && display_name !== null ? (
        <SteamConnectButton connectedAs={display_name} />
      ) : (
        <p>
          <b>{name}</b> <span className="soft">{display_name}</span>
        </p>
      )}
      {!isOrganisation && (
        <Check checked={isShown} disabled={isBusy} onCheck={(is) => void show(is)}>
          {t('show')}
        </Check>
      )}
      {account.is_needed ? (
        <p className="soft account-small">{t('only_way')}</p>
      ) : (
        <Button
          look="danger"
          isBusy={isUnlinking}
          aria-label={t('unlink_named', { provider: name })}
          onClick={() => void unlink()}
        >
          {t('unlink')}
        </Button>
      )}
    </li>
  );
}
