import { useTranslations } from 'use-intl';
import { startSignIn } from '../../client/start-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

/** What the invite in the address means to the person who opened it. */
export function InviteStrip({ data }: { data: TeamData }) {
  const t = useTranslations('team.invite');
  const { invite, viewer, name } = data;
  if (invite === null || invite.state === 'member') return null;
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
  return <JoinStrip slug={data.slug} name={name} code={invite.code} />;
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
