import { useTranslations } from 'use-intl';
import type { BanEffect, LadderAfterBan, TeamAfterBan } from './data.ts';
import './people.css';

interface AfterBanProps {
  kind: string;
  effect: BanEffect;
}

/** What the sanction does, said before it is given: asked of the rules that will do it. */
export function AfterBan({ kind, effect: { site, ladder } }: AfterBanProps) {
  const t = useTranslations('people.after');
  const isBan = kind === 'ban' || kind === 'suspension';
  return (
    <div className="people-after" role="status">
      <h3>{t('title')}</h3>
      {!isBan && <p>{t(kind === 'mute' ? 'mute' : 'strike')}</p>}
      {isBan && site !== null && <AfterSiteBan after={site} />}
      {isBan && site === null && ladder === null && <p>{t('not_there')}</p>}
      {isBan && site === null && ladder !== null && <AfterLadderBan after={ladder} />}
      <p className="soft">{t(isBan && site !== null ? 'stays_captain' : 'ends')}</p>
    </div>
  );
}

function AfterSiteBan({ after }: { after: NonNullable<BanEffect['site']> }) {
  const t = useTranslations('people.after');
  const { teams, drives, offices } = after;
  if (teams.length + drives.length + offices === 0) {
    return <p>{t('nothing')}</p>;
  }
  return (
    <ul>
      {teams.map((team) => (
        <TeamLine key={team.slug} team={team} />
      ))}
      {drives.map(({ slug, name }) => (
        <li key={slug}>
          {t.rich('drives', { ladder: () => <a href={`/ladders/${slug}`}>{name}</a> })}
        </li>
      ))}
      {offices > 0 && <li>{t('offices', { count: offices })}</li>}
    </ul>
  );
}

/** A team after the ban, and each of its open matches. */
function TeamLine({ team }: { team: TeamAfterBan }) {
  const t = useTranslations('people.after');
  const { slug, name, outcome, heir, matches } = team;
  const words = { team: () => <a href={`/teams/${slug}`}>{name}</a>, heir: heir ?? '' };
  return (
    <li>
      {t.rich(outcome, words)}
      {matches.length > 0 && (
        <ul>
          {matches.map(({ id, opponent, ends }) => (
            <li key={id}>
              {t.rich(`match.${ends ?? (outcome === 'disbands' ? 'decided' : 'goes_on')}`, {
                opponent: () => <a href={`/matches/${id}`}>{opponent}</a>,
              })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function AfterLadderBan({ after }: { after: LadderAfterBan }) {
  const t = useTranslations('people.after');
  const { team, leaders, matches } = after;
  const isLeaderless = team !== null && leaders.length === 0;
  return (
    <ul>
      {team === null && <li>{t('drives_not')}</li>}
      {team !== null && (
        <li>
          {t.rich(isLeaderless ? 'leaderless' : 'led', {
            team: () => <a href={`/teams/${team.slug}`}>{team.name}</a>,
            leaders: leaders.join(', '),
          })}
        </li>
      )}
      {matches.map(({ id, opponent }) => (
        <li key={id}>
          {t.rich(isLeaderless || team === null ? 'match.by_deadline' : 'match.goes_on', {
            opponent: () => <a href={`/matches/${id}`}>{opponent}</a>,
          })}
        </li>
      ))}
    </ul>
  );
}
