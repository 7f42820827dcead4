import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { type CommandError, sendCommand } from '../../client/command.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { LadderData, StandingRow } from './data.ts';
import { useDurationWords } from './use-duration-words.ts';

export type Opponent = Pick<StandingRow, 'entry_id' | 'name' | 'place'>;

interface ChallengeDialogProps {
  data: LadderData;
  /** Whom; null while the dialog is closed. */
  opponent: Opponent | null;
  onClose: () => void;
}

/** Asks once more, with what the rules say will follow, and for the maps that the challenger names. */
export function ChallengeDialog({ data, opponent, onClose }: ChallengeDialogProps) {
  const t = useTranslations('ladder.challenge');
  return (
    <Dialog
      isOpen={opponent !== null}
      onClose={onClose}
      title={t('title', { team: opponent?.name ?? '' })}
    >
      {opponent !== null && <ChallengeForm data={data} opponent={opponent} onClose={onClose} />}
    </Dialog>
  );
}

function ChallengeForm({ data, opponent, onClose }: ChallengeDialogProps & { opponent: Opponent }) {
  const t = useTranslations('ladder.challenge');
  const navigate = useNavigate();
  const toSentence = useRefusal();
  const [maps, setMaps] = useState<string[]>([]);
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand<{ match: string }>(
      `/api/ladders/${data.ladder.slug}/challenges`,
      {
        entry: data.viewer?.entry?.entry_id,
        opponent: opponent.entry_id,
        maps: maps.filter((map) => map !== ''),
        nonce: crypto.randomUUID(),
      },
    );
    setIsBusy(false);
    if (answer.ok) await navigate(`/matches/${answer.data.match}`);
    else setError(answer.error);
  };
  return (
    <form
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void send();
      }}
    >
      <Consequences data={data} opponent={opponent} />
      <MapPicks data={data} maps={maps} onChange={setMaps} />
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="main" type="submit" isBusy={isBusy}>
          {t('button_for', { team: opponent.name })}
        </Button>
      </div>
    </form>
  );
}

/** What follows from the challenge, in the rules' own figures. */
function Consequences({ data, opponent }: { data: LadderData; opponent: Opponent }) {
  const t = useTranslations('ladder.challenge');
  const words = useDurationWords();
  const rules = data.season?.rules;
  if (rules === undefined) return null;
  const isRung = data.ladder.format === 'rung';
  return (
    <ul className="ladder-consequences">
      <li>
        {t(
          rules.challenge.unanswered === 'forfeit' && isRung
            ? 'unanswered_forfeit'
            : 'unanswered_expire',
          {
            team: opponent.name,
            time: words(rules.challenge.answerWithin),
          },
        )}
      </li>
      {isRung && opponent.place !== null && <li>{t('win', { rung: opponent.place })}</li>}
      {isRung && <li>{t('lose')}</li>}
    </ul>
  );
}

interface MapPicksProps {
  data: LadderData;
  maps: string[];
  onChange: (maps: string[]) => void;
}

/** One choice for each map that the rules give to the challenger; what is left open is drawn. */
function MapPicks({ data, maps, onChange }: MapPicksProps) {
  const t = useTranslations('ladder.challenge');
  const rule = data.season?.rules.maps;
  if (rule === undefined || rule.pool.length === 0) return null;
  if (rule.choice === 'veto') return <p className="soft">{t('veto')}</p>;
  const places = rule.letters.flatMap((letter, index) => (letter === 'C' ? [index + 1] : []));
  return places.map((place, index) => (
    <Field key={place} label={t('map', { number: place })} hint={t('map_hint')}>
      {(control) => (
        <select
          {...control}
          value={maps[index] ?? ''}
          onChange={(event) => {
            const next = places.map((_, other) => maps[other] ?? '');
            next[index] = event.target.value;
            onChange(next);
          }}
        >
          <option value="">{t('map_drawn')}</option>
          {rule.pool.map((map) => (
            <option
              key={map}
              disabled={rule.distinct && maps.some((other, at) => other === map && at !== index)}
            >
              {map}
            </option>
          ))}
        </select>
      )}
    </Field>
  ));
}
