import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toProviderName } from '../profile/provider-name.ts';
import type { SignInProvider } from './data.ts';

const signs: Readonly<Record<string, string>> = {
  discord: 'simple-icons:discord',
  steam: 'simple-icons:steam',
  github: 'simple-icons:github',
  google: 'simple-icons:google',
};

/** The drawing of a provider's own sign. */
export function toProviderSign(provider: string): string {
  return signs[provider] ?? 'simple-icons:openid';
}

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
