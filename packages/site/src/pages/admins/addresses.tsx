import { useTranslations } from 'use-intl';
import { useEnvironment, useViewer } from '../../app/environment.tsx';
import { SectionHead } from '../../ui/section-head.tsx';

/** For admins of the site: where the league's forum and chat are, or how they get an address. */
export function Addresses() {
  const t = useTranslations('admins.addresses');
  const nav = useTranslations('shell.nav');
  const { shell } = useEnvironment();
  const viewer = useViewer();
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const places = [
    { name: nav('forum'), address: shell.forum_url, variable: 'FORUM_URL' },
    { name: nav('chat'), address: shell.chat_invite_url, variable: 'CHAT_INVITE_URL' },
  ];
  return (
    <section className="prose">
      <SectionHead title={t('title')} id="addresses" />
      {places.map(({ name, address, variable }) => (
        <p key={variable}>
          <b>{name}</b>:{' '}
          {address === null ? (
            t.rich('unset', { variable: () => <code>{variable}</code> })
          ) : (
            <a href={address} rel="external">
              {address}
            </a>
          )}
        </p>
      ))}
    </section>
  );
}
