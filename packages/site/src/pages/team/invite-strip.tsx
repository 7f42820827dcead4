import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/session/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import type { TeamData } from './data.ts';
import type { TeamViewer } from './people-data.ts';
import { useCommand } from './use-command.ts';

/** What the invite in the address means to the person who opened it. */
export function InviteStrip({ data }: { data: TeamData }) {
  const t = useTranslations('team.invite');
  const { invite, viewer, name } = data;
  // An invite outlives its team, and lets nobody in then.
  if (data.disbanded_at !== null) {
    return null;
  }
  if (viewer?.invitation != null) {
    return <NamedStrip data={data} invitation={viewer.invitation} mayAct={viewer.may_act} />;
  }
  if (invite === null || invite.state === 'member') {
    return null;
  }
  if (invite.state !== 'good') {
    return (
      <NextThing
        tone="calm"
        title={t(`${invite.state}.title`)}
        reason={t(`${invite.state}.reason`, { team: name })}
      />
    );
  }
  if (viewer === null) {
    return (
      <NextThing title={t('good.title', { team: name })} reason={t('good.sign_in_reason')}>
        <Button look="main" onClick={() => void startSignIn()}>
          {t('good.sign_in')}
        </Button>
      </NextThing>
    );
  }
  if (!viewer.may_act) {
    return null;
  }
  return <JoinStrip slug={data.slug} name={name} code={invite.code} />;
}

interface NamedStripProps {
  data: TeamData;
  invitation: NonNullable<TeamViewer['invitation']>;
  mayAct: boolean;
}

/** An invitation for this very person: taken or declined here. */
function NamedStrip({ data, invitation, mayAct }: NamedStripProps) {
  const t = useTranslations('team.invite');
  const { send, isBusy } = useCommand();
  const { invite_id, by } = invitation;
  const path = `/api/teams/${data.slug}`;
  // Whom a suspension keeps from acting can neither take it nor decline it: it is told, and waits.
  if (!mayAct) {
    return (
      <NextThing
        tone="calm"
        title={t('good.title', { team: data.name })}
        reason={t('by', { name: by })}
      />
    );
  }
  return (
    <NextThing
      title={t('good.title', { team: data.name })}
      reason={`${t('by', { name: by })} ${t('good.reason')}`}
    >
      <Button
        isBusy={isBusy}
        onClick={() => void send({ path: `${path}/invites/${invite_id}`, method: 'DELETE' })}
      >
        {t('decline')}
      </Button>
      <Button
        look="main"
        isBusy={isBusy}
        onClick={() => void send({ path: `${path}/join`, body: { invite: invite_id } })}
      >
        {t('good.join', { team: data.name })}
      </Button>
    </NextThing>
  );
}

function JoinStrip({ slug, name, code }: { slug: string; name: string; code: string }) {
  const t = useTranslations('team.invite');
  const { send, isBusy } = useCommand();
  return (
    <NextThing title={t('good.title', { team: name })} reason={t('good.reason')}>
      <Button
        look="main"
        isBusy={isBusy}
        onClick={() => void send({ path: `/api/teams/${slug}/join`, body: { code } })}
      >
        {t('good.join', { team: name })}
      </Button>
    </NextThing>
  );
}
