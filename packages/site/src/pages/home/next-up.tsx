import { useTranslations } from 'use-intl';
import { Emblem } from '../../ui/emblem.tsx';
import { MatchStatus } from '../../ui/match-status.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchLine, MatchParty } from '../team/match-line.ts';
import { useOwnZoneName } from './use-own-zone-name.ts';

const underWay = new Set<MatchLine['status']>(['checking_in', 'veto', 'live']);

/** The one match that the board leads with: its hour, its sides, and the way in. */
export function NextUp({ match }: { match: MatchLine }) {
  const t = useTranslations('home.next_up');
  const zone = useOwnZoneName();
  return (
    <section className="next-up" aria-labelledby="next-up">
      <h2 id="next-up" className="next-up-title">
        {t(underWay.has(match.status) ? 'live' : 'title')}
      </h2>
      {match.starts_at !== null && (
        <p className="next-up-hour">
          <span className="display">
            <Time instant={match.starts_at} look="clock" />
          </span>{' '}
          <span className="soft">{zone}</span>
        </p>
      )}
      <p className="next-up-sides">
        <Party party={match.challenger} />
        <Party party={match.defender} />
      </p>
      <p className="next-up-state">
        <a href={`/ladders/${match.ladder.slug}`}>{match.ladder.name}</a>
        <MatchStatus status={match.status} />
        <a className="next-up-open" href={`/matches/${match.id}`}>
          {t('open')}
        </a>
      </p>
    </section>
  );
}

function Party({ party }: { party: MatchParty }) {
  const { name, href, logo, is_team } = party;
  const emblem = <Emblem name={name} kind={is_team ? 'team' : 'person'} picture={logo} />;
  return href === null ? (
    <span className="display next-up-party">
      {emblem} {name}
    </span>
  ) : (
    <a className="display next-up-party" href={href}>
      {emblem} {name}
    </a>
  );
}
