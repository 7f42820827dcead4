import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CommandError, sendCommand } from '../../client/command.ts';
import { showToast } from '../../client/toasts.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useReload } from '../../client/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { JoinableTeam, LadderData } from './data.ts';

interface JoinDialogProps {
  data: LadderData;
  isOpen: boolean;
  onClose: () => void;
}

/** Choosing which of one's teams joins the ladder; those that cannot say why. */
export function JoinDialog({ data, isOpen, onClose }: JoinDialogProps) {
  const t = useTranslations('ladder.join');
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title', { ladder: data.ladder.name })}>
      <JoinForm data={data} onClose={onClose} />
    </Dialog>
  );
}

function JoinForm({ data, onClose }: Omit<JoinDialogProps, 'isOpen'>) {
  const t = useTranslations('ladder.join');
  const toSentence = useRefusal();
  const reload = useReload();
  const teams = data.viewer?.joinable ?? [];
  const [slug, setSlug] = useState(teams.find(({ refusal }) => refusal === null)?.slug ?? '');
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand(`/api/ladders/${data.ladder.slug}/entries`, { team: slug });
    setIsBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    showToast({ kind: 'success', text: t('done') });
    onClose();
    await reload();
  };
  return (
    <form
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <fieldset className="ladder-teams">
        <legend>{t('which')}</legend>
        {teams.map((team) => (
          <TeamChoice
            key={team.slug}
            team={team}
            isChosen={team.slug === slug}
            onChoose={setSlug}
          />
        ))}
      </fieldset>
      <p className="soft">{t(data.ladder.format === 'rung' ? 'bottom' : 'rated')}</p>
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" isBusy={isBusy} disabled={slug === ''}>
          {t('button')}
        </Button>
      </div>
    </form>
  );
}

interface TeamChoiceProps {
  team: JoinableTeam;
  isChosen: boolean;
  onChoose: (slug: string) => void;
}

function TeamChoice({ team, isChosen, onChoose }: TeamChoiceProps) {
  const t = useTranslations('ladder.join');
  const toSentence = useRefusal();
  const { refusal } = team;
  return (
    <div className="ladder-team">
      <label>
        <input
          type="radio"
          name="team"
          value={team.slug}
          checked={isChosen}
          disabled={refusal !== null}
          onChange={() => onChoose(team.slug)}
        />
        <b>{team.name}</b>
        <span className="soft">{t('people', { count: team.people })}</span>
      </label>
      {refusal !== null && (
        <p className="soft">
          {toSentence(refusal)} <a href={`/teams/${team.slug}`}>{t('to_team')}</a>
        </p>
      )}
    </div>
  );
}
