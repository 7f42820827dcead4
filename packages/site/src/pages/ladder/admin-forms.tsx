import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CommandError, sendCommand } from '../../client/command.ts';
import { showToast } from '../../client/toasts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useReload } from '../../client/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import type { EntryName, LadderSeason, RunningMatch } from './data.ts';

interface ActFormProps {
  path: string;
  body: Record<string, unknown>;
  button: ReactNode;
  look?: 'main' | 'danger';
  isReady: boolean;
  onDone?: () => void;
  children?: ReactNode;
}

/** One act of an admin: sends it, says what became of it, and shows the page anew. */
function ActForm({ path, body, button, look = 'main', isReady, onDone, children }: ActFormProps) {
  const t = useTranslations('ladder.admin');
  const toSentence = useRefusal();
  const reload = useReload();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand(path, body);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    showToast({ kind: 'success', text: t('done') });
    onDone?.();
    await reload();
  };
  return (
    <form
      className="desk-act"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy && isReady) void send();
      }}
    >
      {children}
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div>
        <Button type="submit" look={look} isBusy={isBusy} disabled={!isReady}>
          {button}
        </Button>
      </div>
    </form>
  );
}

interface ReasonFieldProps {
  reason: string;
  onChange: (reason: string) => void;
}

/** Every act takes a reason, which everybody may read. */
function ReasonField({ reason, onChange }: ReasonFieldProps) {
  const t = useTranslations('ladder.admin');
  return (
    <Field label={t('reason_label')} hint={t('reason_hint')}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={4000}
          value={reason}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** What a datetime-local field holds, as the browser's own clock understands it. */
function toInstant(typed: string): string | null {
  const time = typed === '' ? Number.NaN : new Date(typed).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export function DeadlineForm({ match, onDone }: { match: RunningMatch; onDone: () => void }) {
  const t = useTranslations('ladder.admin');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const until = toInstant(typed);
  return (
    <ActForm
      path={`/api/matches/${match.id}/deadline`}
      body={{ until, reason, version: match.version }}
      button={t('extend')}
      isReady={until !== null && reason.trim() !== ''}
      onDone={onDone}
    >
      <Field label={t('until')} hint={t('your_zone')}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}

const entryActs = ['rung', 'suspension', 'strikes', 'removal'] as const;
type EntryAct = (typeof entryActs)[number];

interface EntryFormProps {
  ladder: string;
  entries: (EntryName & { place: number | null; status: string })[];
}

/** Moving, suspending or removing an entry by hand, each with a reason. */
export function EntryForm({ ladder, entries }: EntryFormProps) {
  const t = useTranslations('ladder.admin');
  const [act, setAct] = useState<EntryAct>('rung');
  const [entry, setEntry] = useState('');
  const [rung, setRung] = useState('');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const until = toInstant(typed);
  const bodies: Record<EntryAct, Record<string, unknown> | null> = {
    rung: Number(rung) >= 1 ? { rung: Number(rung) } : null,
    suspension: until === null ? null : { until },
    strikes: {},
    removal: {},
  };
  const body = bodies[act];
  return (
    <ActForm
      path={`/api/ladders/${ladder}/entries/${entry}/${act}`}
      body={{ ...body, reason }}
      button={t(`act.${act}`)}
      look={act === 'removal' ? 'danger' : 'main'}
      isReady={entry !== '' && body !== null && reason.trim() !== ''}
      onDone={() => setReason('')}
    >
      <Field label={t('entry')}>
        {(control) => (
          <select {...control} value={entry} onChange={(event) => setEntry(event.target.value)}>
            <option value="">{t('choose')}</option>
            {entries.map(({ entry_id, name, place }) => (
              <option key={entry_id} value={entry_id}>
                {place === null ? name : `${place} · ${name}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('what')}>
        {(control) => (
          <select
            {...control}
            value={act}
            onChange={(event) => setAct(event.target.value as EntryAct)}
          >
            {entryActs.map((option) => (
              <option key={option} value={option}>
                {t(`act.${option}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {act === 'rung' && (
        <Field label={t('to_rung')}>
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={entries.length}
              value={rung}
              onChange={(event) => setRung(event.target.value)}
            />
          )}
        </Field>
      )}
      {act === 'suspension' && (
        <Field label={t('until')} hint={t('your_zone')}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}

/** Planning, opening or closing a season, whichever comes next. */
export function SeasonForms({ ladder, season }: { ladder: string; season: LadderSeason | null }) {
  const t = useTranslations('ladder.admin');
  if (season === null || season.status === 'closed') return <PlanForm ladder={ladder} />;
  if (season.status === 'upcoming') {
    return (
      <ActForm
        path={`/api/ladders/${ladder}/seasons/opening`}
        body={{}}
        button={t('open_season')}
        isReady
      >
        <p>{t('open_says', { season: season.name })}</p>
      </ActForm>
    );
  }
  return <CloseForm ladder={ladder} season={season} />;
}

function PlanForm({ ladder }: { ladder: string }) {
  const t = useTranslations('ladder.admin');
  const [name, setName] = useState('');
  const [starts, setStarts] = useState('');
  const [ends, setEnds] = useState('');
  const starts_at = toInstant(starts);
  const ends_at = toInstant(ends);
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons`}
      body={{ name, starts_at, ends_at }}
      button={t('plan_season')}
      isReady={name.trim() !== '' && starts_at !== null && ends_at !== null}
    >
      <Field label={t('season_name')}>
        {(control) => (
          <input
            {...control}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('starts')} hint={t('your_zone')}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={starts}
            onChange={(event) => setStarts(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('ends')}>
        {(control) => (
          <input
            {...control}
            type="datetime-local"
            value={ends}
            onChange={(event) => setEnds(event.target.value)}
          />
        )}
      </Field>
    </ActForm>
  );
}

function CloseForm({ ladder, season }: { ladder: string; season: LadderSeason }) {
  const t = useTranslations('ladder.admin');
  const [isVoiding, setIsVoiding] = useState(false);
  const [reason, setReason] = useState('');
  return (
    <ActForm
      path={`/api/ladders/${ladder}/seasons/closing`}
      body={{ void_open: isVoiding, ...(reason.trim() === '' ? {} : { reason }) }}
      button={t('close_season')}
      look="danger"
      isReady={!isVoiding || reason.trim() !== ''}
    >
      <p>{t('close_says', { season: season.name })}</p>
      <label className="ladder-check">
        <input
          type="checkbox"
          checked={isVoiding}
          onChange={(event) => setIsVoiding(event.target.checked)}
        />
        {t('void_open')}
      </label>
      {isVoiding && <ReasonField reason={reason} onChange={setReason} />}
    </ActForm>
  );
}
