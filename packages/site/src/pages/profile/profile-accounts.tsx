import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { GameIdentity, ShownAccount } from './data.ts';
import { toProviderName } from './provider-name.ts';

/** Who the person is in their games. */
export function Identities({ identities }: { identities: readonly GameIdentity[] }) {
  const t = useTranslations('profile.identities');
  if (identities.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="identities" />
      <dl className="profile-list">
        {identities.map(({ kind, handle, is_verified }) => (
          <div key={kind}>
            <dt>{toProviderName(kind)}</dt>
            <dd>
              {handle} <span className="soft">{is_verified ? t('verified') : t('stated')}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Accounts elsewhere that their owner shows. */
export function Accounts({
  accounts,
  isOwn,
}: {
  accounts: readonly ShownAccount[];
  isOwn: boolean;
}) {
  const t = useTranslations('profile.accounts');
  if (accounts.length === 0 && !isOwn) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="accounts" />
      {accounts.length > 0 && (
        <dl className="profile-list">
          {accounts.map(({ provider, display_name, url }) => (
            <div key={provider}>
              <dt>{toProviderName(provider)}</dt>
              <dd>
                {url === null ? (
                  display_name
                ) : (
                  <a href={url} rel="external nofollow">
                    {display_name ?? url}
                  </a>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {isOwn && (
        <p className="soft">
          {t.rich('own', { account: (words) => <a href="/account">{words}</a> })}
        </p>
      )}
    </section>
  );
}
