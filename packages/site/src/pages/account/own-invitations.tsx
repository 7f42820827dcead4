import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { AccountData, Invitation } from './data.ts';

/** Teams that ask the person in by name; there is nothing to see where none does. */
export function OwnInvitations({ data }: { data: AccountData }) {
  const t = useTranslations('account.invitations');
  if (data.invitations.length === 0) {
    return null;
  }
  return (
    <section>
      <SectionHead title={t('title')} id="invitations" />
      <ul className="lines">
        {data.invitations.map((invitation, index) => (
          <InvitationLine
            key={invitation.invite_id}
            invitation={invitation}
            isFirst={index === 0}
          />
        ))}
      </ul>
    </section>
  );
}

function InvitationLine({ invitation, isFirst }: { invitation: Invitation; isFirst: boolean }) {
  const t = useTranslations('account.invitations');
  const { send, isBusy } = useCommand();
  const isBarred = useViewer()?.held === 'barred';
  const { invite_id, team, by, expires_at } = invitation;
  const path = `/api/teams/${team.slug}`;
  return (
    <li className="account-linked">
      <p>
        <Emblem name={team.name} picture={team.logo} />{' '}
        <a href={`/teams/${team.slug}`}>{team.name}</a>{' '}
        <span className="soft">
          {t.rich('by', { name: by, time: () => <Time instant={expires_at} /> })}
        </span>
      </p>
      {!isBarred && (
        <p>
          <Button
            isBusy={isBusy}
            onClick={() => void send({ path: `${path}/invites/${invite_id}`, method: 'DELETE' })}
          >
            {t('decline')}
          </Button>{' '}
          <Button
            look={isFirst ? 'main' : 'quiet'}
            isBusy={isBusy}
            onClick={() => void send({ path: `${path}/join`, body: { invite: invite_id } })}
          >
            {t('join', { team: team.name })}
          </Button>
        </p>
      )}
    </li>
  );
}
