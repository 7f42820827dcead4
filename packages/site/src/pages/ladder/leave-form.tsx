import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toRemovalEffect } from '../match/removal-effect.ts';
import { useCommand } from '../team/use-command.ts';
import type { LadderData, OwnMatch } from './data.ts';
import { EntryError } from './entry-error.tsx';

interface LeaveFormProps {
  data: LadderData;
  entry: { entry_id: string; name: string };
  onClose: () => void;
}

/** Leaving the ladder: what it does to the open matches is shown first, and the team's name typed. */
export function LeaveForm({ data, entry, onClose }: LeaveFormProps) {
  const t = useTranslations('entry-forms');
  const { isBusy, error, send } = useCommand({ saysErrors: false });
  const [typed, setTyped] = useState('');
  const isNamed = typed.trim().toLowerCase() === entry.name.toLowerCase();
  const path = `/api/ladders/${data.ladder.slug}/entries/${entry.entry_id}`;
  async function leave() {
    if ((await send({ path, method: 'DELETE', done: t('leave.left') })) !== null) {
      onClose();
    }
  }
  return (
    <form
      method="post"
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isNamed && !isBusy) {
          void leave();
        }
      }}
    >
      <p>{t(`leave.${data.ladder.format}`)}</p>
      <LeaveEffects matches={data.viewer?.matches ?? []} />
      <Field
        label={t(data.ladder.format === 'time_attack' ? 'leave.type_own_name' : 'leave.type_name', {
          team: entry.name,
        })}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <EntryError error={error} />
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="danger" type="submit" isBusy={isBusy} disabled={!isNamed}>
          {t('leave.act')}
        </Button>
      </div>
    </form>
  );
}

function LeaveEffects({ matches }: { matches: readonly OwnMatch[] }) {
  const t = useTranslations('entry-forms.leave.match');
  if (matches.length === 0) {
    return null;
  }
  return (
    <ul>
      {matches.map((match) => (
        <li key={match.id}>
          {t(toRemovalEffect(match.status, match.side), { opponent: match.opponent })}
        </li>
      ))}
    </ul>
  );
}
