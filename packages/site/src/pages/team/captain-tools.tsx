import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import type { TeamData } from './data.ts';
import { InviteLinks } from './invite-links.tsx';
import type { OpenDialog } from './team-dialogs.tsx';

const webhook = later(['channel'], () => import('../notices/webhook-form.tsx'));
const teamDialogs = later([], () => import('./team-dialogs.tsx'));

/** What a person of the team may do with it: captains all of it, everybody may leave. */
export function CaptainTools({ data }: { data: TeamData }) {
  const t = useTranslations('team.tools');
  const role = data.viewer?.role ?? null;
  if (role === null || data.disbanded_at !== null || data.viewer?.may_act === false) {
    return null;
  }
  const isCaptain = role === 'captain';
  return (
    <>
      {(isCaptain || role === 'co_captain') && <InviteLinks data={data} />}
      <section>
        <SectionHead title={isCaptain ? t('title') : t('title_member')} id="tools" />
        <ToolButtons data={data} isCaptain={isCaptain} />
      </section>
      {isCaptain && <TeamChannel slug={data.slug} />}
    </>
  );
}

/** Where the team's news go: the form comes once the page is alive, as nobody needs it to read. */
function TeamChannel({ slug }: { slug: string }) {
  const form = useLater(webhook, true);
  return form === null ? null : <form.WebhookForm path={`/api/teams/${slug}/webhook`} />;
}

function ToolButtons({ data, isCaptain }: { data: TeamData; isCaptain: boolean }) {
  const t = useTranslations('team.tools');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const dialogs = useLater(teamDialogs, open !== null);
  const hasHeirs = (data.viewer?.heirs.length ?? 0) > 0;
  return (
    <>
      <p className="soft">{isCaptain ? t('reason') : t('reason_member')}</p>
      <div className="team-acts">
        {isCaptain && <ButtonLink href={`/teams/${data.slug}/edit`}>{t('edit')}</ButtonLink>}
        {isCaptain && hasHeirs && (
          <Button onClick={() => setOpen('hand_over')}>{t('hand_over')}</Button>
        )}
        <Button onClick={() => setOpen('leave')}>{t('leave')}</Button>
        {isCaptain && (
          <Button look="danger" onClick={() => setOpen('disband')}>
            {t('disband')}
          </Button>
        )}
      </div>
      {dialogs !== null && (
        <dialogs.TeamDialogs open={open} onClose={() => setOpen(null)} data={data} />
      )}
    </>
  );
}
