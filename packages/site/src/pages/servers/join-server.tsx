import { useTranslations } from 'use-intl';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { ListedServer } from './data.ts';

/** How a server is joined: an address to copy, Steam's own way, or the name under which the game finds it. */
export function JoinServer({ server }: { server: ListedServer }) {
  const t = useTranslations('servers');
  const { address, protocol, name } = server;
  if (address === null) {
    return protocol === 'portal' ? <p className="soft servers-join">{t('join_portal')}</p> : null;
  }
  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      void showToast({ kind: 'success', text: t('copied', { address: text }) });
    } catch {
      // Without the right to the clipboard the address itself is shown, to be copied by hand.
      void showToast({ title: t('copy_by_hand'), text, duration: -1 });
    }
  }
  return (
    <p className="servers-join">
      <code>{address}</code>
      <Button aria-label={t('copy_of', { name })} onClick={() => void copy(address)}>
        {t('copy')}
      </Button>
      {protocol === 'a2s' && (
        <ButtonLink href={`steam://connect/${address}`}>{t('steam')}</ButtonLink>
      )}
    </p>
  );
}
