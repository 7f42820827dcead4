import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment, useViewer } from '../app/environment.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Icon } from './icon.tsx';

interface SteamConnectButtonProps {
  /** The account's name once it is connected. */
  connectedAs?: string | null;
  isBusy?: boolean;
  /** Begins to connect. */
  onConnect?: () => void;
}

/** Connects the account on the game platform, or says which one is connected. */
export function SteamConnectButton({
  connectedAs = null,
  isBusy = false,
  onConnect,
}: SteamConnectButtonProps) {
  const t = useTranslations('pieces.connect');
  if (connectedAs !== null) {
    return (
      <span className="connected-account">
        <Icon name="simple-icons:steam" />
        {t('connected', { name: connectedAs })}
      </span>
    );
  }
  return (
    <Button isBusy={isBusy} {...(onConnect ? { onClick: onConnect } : {})}>
      <Icon name="simple-icons:steam" />
      {t('steam')}
    </Button>
  );
}

/** Where an admin of the site reads how the league's forum and chat get their addresses. */
const addressesPath = '/admins/settings#addresses';

/** Leads into the league's chat; where the league has none, an admin is led to where to set it and others see nothing. */
export function ChatJoinButton() {
  const t = useTranslations('pieces.connect');
  const { shell } = useEnvironment();
  const viewer = useViewer();
  if (shell.chat_invite_url === null) {
    if (viewer?.is_site_admin !== true) {
      return null;
    }
    return <ButtonLink href={addressesPath}>{t('set_chat')}</ButtonLink>;
  }
  return (
    <a className="button button-quiet" href={shell.chat_invite_url} rel="external">
      <Icon name="simple-icons:discord" />
      {t('join_chat')}
    </a>
  );
}

/** Leads to the league's forum; as for the chat where there is none. */
export function ForumButton({ children }: { children: ReactNode }) {
  const t = useTranslations('pieces.connect');
  const { shell } = useEnvironment();
  const viewer = useViewer();
  if (shell.forum_url !== null) {
    return <ButtonLink href={shell.forum_url}>{children}</ButtonLink>;
  }
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  return <ButtonLink href={addressesPath}>{t('set_forum')}</ButtonLink>;
}
