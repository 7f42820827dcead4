import { useTranslations } from 'use-intl';
import { showToast } from '../../client/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { TeamData, TeamInvite } from './data.ts';
import { useCommand } from './use-command.ts';

/** The team's open invite links, and a new one at a press. */
export function InviteLinks({ data }: { data: TeamData }) {
  const t = useTranslations('team.links');
  const { send, isBusy } = useCommand();
  const invites = data.viewer?.invites ?? [];
  return (
    <section>
      <SectionHead title={t('title')} id="invites" />
      <p className="soft">{t('reason')}</p>
      {invites.length > 0 && (
        <ul className="lines">
          {invites.map((invite) => (
            <InviteRow key={invite.code} slug={data.slug} invite={invite} />
          ))}
        </ul>
      )}
      <div className="team-acts">
        <Button
          isBusy={isBusy}
          onClick={() => void send({ path: `/api/teams/${data.slug}/invites` })}
        >
          {t('make')}
        </Button>
      </div>
    </section>
  );
}

function InviteRow({ slug, invite }: { slug: string; invite: TeamInvite }) {
  const t = useTranslations('team.links');
  const path = `/teams/${slug}?invite=${invite.code}`;
  async function copy() {
    const address = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      showToast({ kind: 'success', text: t('copied') });
    } catch {
      // Without the right to the clipboard the address itself is shown, to be copied by hand.
      showToast({ title: t('copy_by_hand'), text: address, duration: -1 });
    }
  }
  return (
    <li className="team-invite">
      <a href={path}>
        <code>{path}</code>
      </a>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <span className="soft">
        {t.rich('until', { time: () => <Time instant={invite.expires_at} look="moment" /> })}
      </span>
    </li>
  );
}
