import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import type { SignInProvider } from './data.ts';
import { toProviderSign } from './provider-sign.ts';

/** The providers that the league takes, the chat platform before all others. */
export function ProviderButtons({ providers }: { providers: readonly SignInProvider[] }) {
  const t = useTranslations('sign-in');
  const [busy, setBusy] = useState<string | null>(null);
  return (
    <div className="login-providers">
      {providers.map(({ name, label }, place) => (
        <Button
          key={name}
          look={place === 0 ? 'main' : 'quiet'}
          isBusy={busy === name}
          onClick={() => {
            setBusy(name);
            startSignIn(name).catch(() => setBusy(null));
          }}
        >
          <Icon name={toProviderSign(name)} />
          {t('with', { provider: label ?? toProviderName(name) })}
        </Button>
      ))}
    </div>
  );
}
