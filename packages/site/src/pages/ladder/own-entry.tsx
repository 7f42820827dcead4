import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { later, useLater } from '../../client/fetch/use-later.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import { useCommand } from '../team/use-command.ts';
import type { EntryRest, LadderData } from './data.ts';
import { EntryError } from './entry-error.tsx';

const restForm = later(['entry-forms'], () => import('./rest-form.tsx'));
const leaveForm = later(['entry-forms'], () => import('./leave-form.tsx'));

type OwnEntry = NonNullable<NonNullable<LadderData['viewer']>['entry']>;

/** What a captain decides for the team's place on this ladder: days of rest, and leaving. */
export function OwnEntrySection({ data }: { data: LadderData }) {
  const t = useTranslations('ladder.own');
  const [open, setOpen] = useState<'rest' | 'leave' | null>(null);
  const entry = data.viewer?.entry ?? null;
  const mayAct = entry !== null && entry.resting !== null;
  const rest = useLater(restForm, open === 'rest', mayAct);
  const leave = useLater(leaveForm, open === 'leave', mayAct);
  if (entry === null || entry.resting === null || data.season === null || data.at !== null) {
    return null;
  }
  const { resting } = entry;
  // Nobody can be challenged against the clock, so there is nothing to rest from.
  const rests = data.ladder.format !== 'time_attack';
  const close = () => setOpen(null);
  return (
    <section>
      <SectionHead title={t('title', { team: entry.name })} />
      {rests && <RestLine entry={entry} resting={resting} />}
      <div className="ladder-own-acts">
        {rests && resting.may_rest && <Button onClick={() => setOpen('rest')}>{t('rest')}</Button>}
        {resting.may_leave && <Button onClick={() => setOpen('leave')}>{t('leave')}</Button>}
      </div>
      <Dialog
        isOpen={open === 'rest' && rest !== null}
        onClose={close}
        title={t('rest_title', { team: entry.name })}
      >
        {rest !== null && (
          <rest.RestForm
            entryId={entry.entry_id}
            rules={data.season.rules.rest}
            daysLeft={resting.rest_days}
            onClose={close}
          />
        )}
      </Dialog>
      <Dialog
        isOpen={open === 'leave' && leave !== null}
        onClose={close}
        title={t('leave_title', { team: entry.name, ladder: data.ladder.name })}
      >
        {leave !== null && <leave.LeaveForm data={data} entry={entry} onClose={close} />}
      </Dialog>
    </section>
  );
}

function RestLine({ entry, resting }: { entry: OwnEntry; resting: EntryRest }) {
  const t = useTranslations('ladder.own');
  const { isBusy, error, send } = useCommand({ saysErrors: false });
  const { rest } = resting;
  if (rest === null) {
    return <p className="soft">{t('days_left', { count: resting.rest_days })}</p>;
  }
  const end = () =>
    send({
      path: `/api/entries/${entry.entry_id}/rest/${rest.id}`,
      method: 'DELETE',
      done: t('rest_over'),
    });
  return (
    <>
      <p>
        {t.rich(rest.is_running ? 'resting' : 'rest_announced', {
          from: () => <Time instant={rest.from} />,
          until: () => <Time instant={rest.until} />,
        })}
      </p>
      <EntryError error={error} />
      {rest.may_end && (
        <div className="ladder-rest-end">
          <Button isBusy={isBusy} onClick={() => void end()}>
            {t(rest.is_running ? 'end_rest' : 'call_off_rest')}
          </Button>
        </div>
      )}
    </>
  );
}
