import { useTranslations } from 'use-intl';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import type { TeamData } from './data.ts';
import { InviteByName } from './invite-by-name.tsx';
import type { TeamInvite } from './people-data.ts';
import { useCommand } from './use-command.ts';

/** The team's open invites, a new link at a press, and inviting somebody by name. */
export function InviteLinks({ data }: { data: TeamData }) {
  const t = useTranslations('team.links');
  const { send, isBusy } = useCommand();
  const invites = data.viewer?.invites ?? [];
  return (
    <section>
      <SectionHead title={t('title')} id="invites" />
      <InviteByName data={data} />
      <p className="soft">{t('reason')}</p>
      {invites.length > 0 && (
        <ul className="lines">
          {invites.map((invite) => (
            <InviteRow key={invite.invite_id} slug={data.slug} invite={invite} />
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

interface InviteRowProps {
  slug: string;
  invite: TeamInvite;
}

function InviteRow({ slug, invite }: InviteRowProps) {
  const t = useTranslations('team.links');
  const { send, isBusy } = useCommand();
  return (
    <li className="team-invite">
      {invite.person === null ? (
        <InviteLink path={`/teams/${slug}?invite=${invite.code}`} />
      ) : (
        <b>{t('for', { name: invite.person })}</b>
      )}
      <span className="soft">
        {t.rich('until', { time: () => <Time instant={invite.expires_at} look="moment" /> })}
      </span>
      <Button
        isBusy={isBusy}
        onClick={() =>
          void send({ path: `/api/teams/${slug}/invites/${invite.invite_id}`, method: 'DELETE' })
        }
      >
        {t('revoke')}
      </Button>
    </li>
  );
}

function InviteLink({ path }: { path: string }) {
  const t = useTranslations('team.links');
  async function copy() {
    const address = new URL(path, window.location.origin).href;
    try {
      await navigator.clipboard.writeText(address);
      void showToast({ kind: 'success', text: t('copied') });
    } catch {
      // Without the right to the clipboard the address itself is shown, to be copied by hand.
      void showToast({ title: t('copy_by_hand'), text: address, duration: -1 });
    }
  }
  return (
    <>
      <a href={path}>
        <code>{path}</code>
      </a>
      <Button onClick={() => void copy()}>{t('copy')}</Button>
    </>
  );
}
