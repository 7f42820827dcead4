import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';

interface ActFormProps {
  path: string;
  body: Record<string, unknown>;
  method?: 'POST' | 'DELETE';
  button: ReactNode;
  look?: 'main' | 'quiet' | 'danger';
  isReady: boolean;
  /** What is asked before it is done, where it cannot be taken back. */
  question?: string;
  onDone?: () => void;
  children?: ReactNode;
}

/** One act of an admin: sends it, says what became of it, and shows the page anew. */
export function ActForm({
  path,
  body,
  method = 'POST',
  button,
  look = 'main',
  isReady,
  question,
  onDone,
  children,
}: ActFormProps) {
  const t = useTranslations('ladder-admin');
  const toSentence = useRefusal(useFieldNames());
  const reload = useReload();
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const send = async () => {
    setIsAsking(false);
    setIsBusy(true);
    const answer = await sendCommand(path, body, { method });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    void showToast({ kind: 'success', text: t('done') });
    onDone?.();
    await reload();
  };
  return (
    <form
      method="post"
      className="desk-act"
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || !isReady) {
          return;
        }
        if (question === undefined) {
          void send();
        } else {
          setIsAsking(true);
        }
      }}
    >
      {children}
      <p className="desk-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div>
        <Button type="submit" look={look} isBusy={isBusy} disabled={!isReady}>
          {button}
        </Button>
      </div>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={button}>
        <div className="desk-act">
          <p>{question}</p>
          <div>
            <Button look="danger" onClick={() => void send()}>
              {button}
            </Button>
          </div>
        </div>
      </Dialog>
    </form>
  );
}

/** What a refusal calls the fields of these forms: as their labels do. */
function useFieldNames(): Readonly<Record<string, string>> {
  const t = useTranslations('ladder-admin');
  return {
    until: t('until'),
    rung: t('to_rung'),
    days: t('days'),
    from: t('from_field'),
    name: t('season_name'),
    starts_at: t('starts'),
    ends_at: t('ends'),
    reason: t('reason_label'),
  };
}

interface ReasonFieldProps {
  reason: string;
  onChange: (reason: string) => void;
}

/** Every act takes a reason, which everybody may read. */
export function ReasonField({ reason, onChange }: ReasonFieldProps) {
  const t = useTranslations('ladder-admin');
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

interface MomentFieldProps {
  label: ReactNode;
  typed: string;
  onChange: (typed: string) => void;
}

/** A day and an hour on the admin's own clock. */
export function MomentField({ label, typed, onChange }: MomentFieldProps) {
  const t = useTranslations('ladder-admin');
  return (
    <Field label={label} hint={t('your_zone')}>
      {(control) => (
        <input
          {...control}
          type="datetime-local"
          value={typed}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** An instant as a datetime-local field holds it, on the browser's own clock. */
export function toTyped(date: Date): string {
  const onOwnClock = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return onOwnClock.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** What a datetime-local field holds, as the browser's own clock understands it. */
export function toInstant(typed: string): string | null {
  const time = typed === '' ? Number.NaN : new Date(typed).getTime();
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
