import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { Button } from '../../ui/button.tsx';
import type { JoinableTeam, LadderData } from './data.ts';

interface JoinFormProps {
  data: LadderData;
  onClose: () => void;
}

/** Which of one's teams joins; those that cannot say why. */
export function JoinForm({ data, onClose }: JoinFormProps) {
  const t = useTranslations('ladder.join');
  const toSentence = useRefusal();
  const reload = useReload();
  const teams = data.viewer?.joinable ?? [];
  const [slug, setSlug] = useState(teams.find(({ refusal }) => refusal === null)?.slug ?? '');
  const team = teams.find((candidate) => candidate.slug === slug);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => listFirst(team));
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const send = async () => {
    setIsBusy(true);
    const answer = await sendCommand(`/api/ladders/${data.ladder.slug}/entries`, {
      team: slug,
      ...(team?.choice == null ? {} : { players: [...chosen] }),
    });
    setIsBusy(false);
    if (!answer.ok) {
      setError(answer.error);
      return;
    }
    void showToast({ kind: 'success', text: t('done') });
    onClose();
    await reload();
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
      <fieldset className="ladder-teams">
        <legend>{t('which')}</legend>
        {teams.map((candidate) => (
          <TeamChoice
            key={candidate.slug}
            team={candidate}
            isChosen={candidate.slug === slug}
            onChoose={() => {
              setSlug(candidate.slug);
              setChosen(listFirst(candidate));
            }}
          />
        ))}
      </fieldset>
      {team?.choice != null && (
        <PlayersField choice={team.choice} chosen={chosen} onChange={setChosen} />
      )}
      <p className="soft">{t(data.ladder.format === 'rung' ? 'bottom' : 'rated')}</p>
      <p className="ladder-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <div className="ladder-form-acts">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button
          look="main"
          type="submit"
          isBusy={isBusy}
          disabled={slug === '' || !isEnough(team, chosen)}
        >
          {t('button')}
        </Button>
      </div>
    </form>
  );
}

/** Whom the entry would take if nobody chose: captains first, then by how long they have been there. */
function listFirst(team: JoinableTeam | undefined): ReadonlySet<string> {
  const { roster = [], maximum = 0 } = team?.choice ?? {};
  const free = roster.filter(({ refusal }) => refusal === null);
  return new Set(free.slice(0, maximum).map(({ person_id }) => person_id));
}

function isEnough(team: JoinableTeam | undefined, chosen: ReadonlySet<string>): boolean {
  return team?.choice == null || chosen.size >= team.choice.minimum;
}

interface PlayersFieldProps {
  choice: NonNullable<JoinableTeam['choice']>;
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

/** Who of the roster plays for the entry, as many as the rules take. */
function PlayersField({ choice, chosen, onChange }: PlayersFieldProps) {
  const t = useTranslations('ladder.join');
  const { minimum, maximum, roster } = choice;
  const isFull = chosen.size >= maximum;
  const toggle = (person: string) => {
    const next = new Set(chosen);
    if (!next.delete(person)) {
      next.add(person);
    }
    onChange(next);
  };
  return (
    <fieldset className="ladder-teams">
      <legend>{t('players')}</legend>
      <p className="soft" aria-live="polite">
        {t('players_count', { count: chosen.size, minimum, maximum })}
      </p>
      {roster.map(({ person_id, username, refusal }) => (
        <div className="ladder-team" key={person_id}>
          <label>
            <input
              type="checkbox"
              name="players"
              value={person_id}
              checked={chosen.has(person_id)}
              disabled={refusal !== null || (isFull && !chosen.has(person_id))}
              onChange={() => toggle(person_id)}
            />
            <span>{username}</span>
            <WhyNotChosen refusal={refusal} people={{ [person_id]: username }} />
          </label>
        </div>
      ))}
    </fieldset>
  );
}

interface WhyNotChosenProps {
  refusal: JoinableTeam['refusal'];
  people: Record<string, string>;
}

function WhyNotChosen({ refusal, people }: WhyNotChosenProps) {
  const t = useTranslations('ladder.join');
  const toSentence = useRefusal(people);
  if (refusal === null) {
    return null;
  }
  const isTaken = refusal.code === 'person_in_other_entry';
  return <span className="soft">{isTaken ? t('taken') : toSentence(refusal)}</span>;
}

const toNames = ({ choice }: JoinableTeam) =>
  Object.fromEntries(
    (choice?.roster ?? []).map(({ person_id, username }) => [person_id, username]),
  );

interface TeamChoiceProps {
  team: JoinableTeam;
  isChosen: boolean;
  onChoose: () => void;
}

function TeamChoice({ team, isChosen, onChoose }: TeamChoiceProps) {
  const t = useTranslations('ladder.join');
  const toSentence = useRefusal(toNames(team));
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
          onChange={onChoose}
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
