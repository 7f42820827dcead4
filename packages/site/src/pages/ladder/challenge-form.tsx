import { addDuration, isLostBySilence, type Rules } from '@muster/league';
import { useId, useState } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { noPicks, PicksField, toPicks } from '../match/picks-field.tsx';
import type { LadderData, LadderSeason, StandingRow } from './data.ts';
import { useDurationWords } from './use-duration-words.ts';

export type Opponent = Pick<StandingRow, 'entry_id' | 'name' | 'place' | 'is_rematch'>;

interface ChallengeFormProps {
  data: LadderData;
  opponent: Opponent;
  onClose: () => void;
}

/** What the rules say will follow, and the maps that the challenger names. */
export function ChallengeForm({ data, opponent, onClose }: ChallengeFormProps) {
  const t = useTranslations();
  const navigate = useNavigate();
  const toSentence = useRefusal();
  const [picks, setPicks] = useState(noPicks);
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const followsId = useId();
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand<{ match: string }>(
      `/api/ladders/${data.ladder.slug}/challenges`,
      {
        entry: data.viewer?.entry?.entry_id,
        opponent: opponent.entry_id,
        ...toPicks(picks),
        nonce: crypto.randomUUID(),
      },
    );
    setIsBusy(false);
    if (answer.ok) {
      await navigate(`/matches/${answer.data.match}`);
    } else {
      setError(answer.error);
    }
  };
  return (
    <form
      method="post"
      className="ladder-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) {
          void send();
        }
      }}
    >
      <Consequences id={followsId} data={data} opponent={opponent} />
      {data.season !== null && (
        <PicksField rule={data.season.rules.maps} letter="C" picks={picks} onChange={setPicks} />
      )}
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('challenge.cancel')}</Button>
        <Button look="main" type="submit" isBusy={isBusy} aria-describedby={followsId}>
          {t('ladder.challenge.button_for', { team: opponent.name })}
        </Button>
      </div>
    </form>
  );
}

/** What follows from the challenge, in the rules' own figures. */
function Consequences({
  id,
  data,
  opponent,
}: Pick<ChallengeFormProps, 'data' | 'opponent'> & { id: string }) {
  const t = useTranslations('challenge');
  const words = useDurationWords();
  const now = useNow();
  const rules = data.season?.rules;
  if (rules === undefined) {
    return null;
  }
  const isRung = data.ladder.format === 'rung';
  return (
    <ul id={id} className="ladder-consequences">
      <li>
        {t(`unanswered_${findSilence({ data, rules, opponent, now })}`, {
          team: opponent.name,
          time: words(rules.challenge.answerWithin),
        })}
      </li>
      {isRung && opponent.place !== null && <li>{t('win', { rung: opponent.place })}</li>}
      {isRung && <li>{t('lose')}</li>}
    </ul>
  );
}

interface Silence {
  data: {
    ladder: Pick<LadderData['ladder'], 'format'>;
    season: Pick<LadderSeason, 'ends_at'> | null;
  };
  rules: Rules;
  opponent: Pick<Opponent, 'is_rematch'>;
  now: Date;
}

/** What silence comes to: no rematch is lost by it, and none on a ladder of ratings or as a season ends. */
export function findSilence({ data, rules, opponent, now }: Silence) {
  const is_rematch = opponent.is_rematch === true;
  const { format } = data.ladder;
  const ends_at = data.season?.ends_at ?? null;
  const deadline = addDuration(now.toISOString(), rules.challenge.answerWithin);
  const isLost =
    ends_at !== null &&
    isLostBySilence({ rules, format, ends_at, match: { is_rematch, deadline } });
  return is_rematch ? 'rematch' : isLost ? 'forfeit' : 'expire';
}
