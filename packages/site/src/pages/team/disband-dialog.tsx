import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { toRemovalEffect } from '../match/removal-effect.ts';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

interface TeamDialogProps {
  isOpen: boolean;
  onClose: () => void;
  data: TeamData;
}

/** Disbanding, with everything that it forfeits shown first, and the team's name typed. */
export function DisbandDialog({ isOpen, onClose, data }: TeamDialogProps) {
  const t = useTranslations('team.disband');
  const { send, isBusy } = useCommand();
  const [typed, setTyped] = useState('');
  const isNamed = typed.trim().toLowerCase() === data.name.toLowerCase();
  async function disband() {
    if ((await send({ path: `/api/teams/${data.slug}/disband` })) !== null) {
      onClose();
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { team: data.name })}>
      <form
        method="post"
        className="team-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          if (isNamed) {
            void disband();
          }
        }}
      >
        <p>{t('reason')}</p>
        <Effects data={data} />
        <Field label={t('type_name', { team: data.name })}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button type="submit" look="danger" isBusy={isBusy} disabled={!isNamed}>
            {t('act')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Effects({ data }: { data: TeamData }) {
  const t = useTranslations('team.disband');
  const running = data.entries.filter(({ season }) => season.is_running);
  if (running.length === 0 && data.open_matches.length === 0) {
    return <p>{t('no_effect')}</p>;
  }
  return (
    <ul>
      {running.map((entry) => (
        <li key={entry.entry_id}>{t('leaves', { ladder: entry.ladder.name })}</li>
      ))}
      {data.open_matches.map((match) => (
        <li key={match.id}>
          {t(`match.${toRemovalEffect(match.status, match.own_side)}`, {
            opponent: (match.own_side === 'challenger' ? match.defender : match.challenger).name,
          })}
        </li>
      ))}
    </ul>
  );
}
