import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { SteamConnectButton } from '../../ui/connect-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toProviderSign } from '../login/provider-sign.ts';
import { toProviderName } from '../profile/provider-name.ts';
import type { AccountData } from './data.ts';
import { useChange } from './use-change.ts';

/** The providers that the league takes and the person has not linked. */
export function ConnectAccounts({ data }: { data: AccountData }) {
  const t = useTranslations('account.accounts');
  const { run, isBusy, problem } = useChange();
  const linked = new Set(data.accounts.map(({ provider }) => provider));
  const free = data.providers.filter(({ name }) => !linked.has(name));
  if (free.length === 0) {
    return null;
  }
  function connect(provider: string) {
    void run(async () => {
      const { linkProvider } = await import('../../client/session/account-security.ts');
      return linkProvider(provider);
    });
  }
  return (
    <>
      <p className="account-acts">
        {free.map(({ name, label }) =>
          name === 'steam' ? (
            <SteamConnectButton key={name} isBusy={isBusy} onConnect={() => connect(name)} />
          ) : (
            <Button key={name} isBusy={isBusy} onClick={() => connect(name)}>
              <Icon name={toProviderSign(name)} />
              {t('connect', { provider: label ?? toProviderName(name) })}
            </Button>
          ),
        )}
      </p>
      <p role="status" className="account-problem">
        {problem}
      </p>
    </>
  );
}
