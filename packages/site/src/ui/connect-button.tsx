import { useTranslations } from 'use-intl';
import { useEnvironment } from '../app/environment.tsx';
import { Icon } from './icon.tsx';

interface SteamConnectButtonProps {
  /** Where connecting begins. */
  href: string;
  /** The account's name once it is connected. */
  connectedAs?: string | null;
}

/** Connects the account on the game platform, or says which one is connected. */
export function SteamConnectButton({ href, connectedAs = null }: SteamConnectButtonProps) {
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
    <a className="button button-quiet" href={href} data-native="">
      <Icon name="simple-icons:steam" />
      {t('steam')}
    </a>
  );
}

/** Leads into the league's chat; nothing where the league has none. */
export function ChatJoinButton() {
  const t = useTranslations('pieces.connect');
  const { shell } = useEnvironment();
  if (shell.chat_invite_url === null) return null;
  return (
    <a className="button button-quiet" href={shell.chat_invite_url} rel="external">
      <Icon name="simple-icons:discord" />
      {t('join_chat')}
    </a>
  );
}
