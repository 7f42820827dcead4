import { useTranslations } from 'use-intl';
import { Icon } from './icon.tsx';

interface ChatLinkProps {
  /** Whose account it is. */
  name: string;
  chatId: string | undefined;
}

/** Leads to somebody's chat account; nothing for those who do not show theirs. */
export function ChatLink({ name, chatId }: ChatLinkProps) {
  const t = useTranslations('pieces.connect');
  if (chatId === undefined) {
    return null;
  }
  const words = t('chat_with', { name });
  return (
    <a
      className="chat-link"
      href={`https://discord.com/users/${encodeURIComponent(chatId)}`}
      rel="external nofollow"
      aria-label={words}
      title={words}
    >
      <Icon name="simple-icons:discord" />
    </a>
  );
}
