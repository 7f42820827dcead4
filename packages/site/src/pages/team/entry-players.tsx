import { useNow, useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { useDurationWords } from '../ladder/use-duration-words.ts';
import type { TeamData, TeamEntry } from './data.ts';
import type { Eligibility } from './people-data.ts';
import { useCommand } from './use-command.ts';

interface EntryPlayersProps {
  data: TeamData;
  entry: TeamEntry;
  eligible: Eligibility;
}

/** Who of the team may play on this ladder; its captain adds and takes away within the rules' limits. */
export function EntryPlayers({ data, entry, eligible }: EntryPlayersProps) {
  const t = useTranslations('team.eligible');
  const toWords = useDurationWords();
  const { players, minimum, maximum, wait } = eligible;
  const { may_add, may_drop } = eligible;
  const mayChange =
    data.viewer?.role === 'captain' && entry.season.is_running && data.disbanded_at === null;
  const inside = new Set(players.map(({ person_id }) => person_id));
  const outside = data.members.filter(({ person_id }) => !inside.has(person_id));
  return (
    <details className="team-eligible">
      <summary>{t('title', { count: players.length, maximum })}</summary>
      <ul className="lines">
        {players.map((player) => (
          <li className="team-found" key={player.person_id}>
            <span>{player.username}</span>
            <EligibleFrom instant={player.eligible_from} />
            {may_drop.includes(player.person_id) && (
              <PlayerButton entry={entry} person={player} method="DELETE" />
            )}
          </li>
        ))}
        {outside.map((member) => (
          <li className="team-found" key={member.person_id}>
            <span className="soft">{member.username}</span>
            <span className="soft">{t('not')}</span>
            {may_add.includes(member.person_id) && (
              <PlayerButton entry={entry} person={member} method="POST" />
            )}
          </li>
        ))}
      </ul>
      {mayChange && <p className="soft">{t('rule', { minimum, maximum, wait: toWords(wait) })}</p>}
    </details>
  );
}

function EligibleFrom({ instant }: { instant: string }) {
  const t = useTranslations('team.eligible');
  const now = useNow();
  return (
    <span className="soft">
      {new Date(instant) <= now
        ? t('now')
        : t.rich('from', { time: () => <Time instant={instant} /> })}
    </span>
  );
}

interface PlayerButtonProps {
  entry: TeamEntry;
  person: { person_id: string; username: string };
  method: 'POST' | 'DELETE';
}

function PlayerButton({ entry, person, method }: PlayerButtonProps) {
  const t = useTranslations('team.eligible');
  const { send, isBusy } = useCommand();
  const path = `/api/entries/${entry.entry_id}/players/${person.person_id}`;
  return (
    <Button
      isBusy={isBusy}
      aria-label={t(method === 'POST' ? 'add_person' : 'drop_person', { name: person.username })}
      onClick={() => void send({ path, method })}
    >
      {t(method === 'POST' ? 'add' : 'drop')}
    </Button>
  );
}
