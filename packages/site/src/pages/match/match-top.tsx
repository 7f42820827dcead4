import { isFinalStatus, type Side } from '@muster/league';
import { useTimeZone, useTranslations } from 'use-intl';
import { Clock } from '../../ui/clock.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { Terrain } from '../../ui/terrain-image.tsx';
import { Time } from '../../ui/time.tsx';
import type { MatchData } from './data.ts';
import { findClock } from './match-clock.ts';
import { StepLine } from './stills.ts';

/** The head of the room: both sides, the clock that both see alike, and how far the match has come. */
export function MatchTop({ data }: { data: MatchData }) {
  const t = useTranslations('match.top');
  const { ladder, sides } = data;
  return (
    <header className="page-top match-top">
      <Terrain place="match" name={data.id} />
      <div className="page page-top-inner">
        <p className="page-top-kicker">
          <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a>
          {!data.season.is_demo && ` · ${data.season.name}`} ·{' '}
          {t('number', { number: data.number })}{' '}
          {data.season.is_demo && <span className="ladder-mark">{t('demo')}</span>}
          {ladder.is_test && <span className="ladder-mark">{t('test')}</span>}
          {data.is_rematch && <span className="ladder-mark">{t('rematch')}</span>}
        </p>
        <h1 className="match-sides">
          <SideHead data={data} side="challenger" />
          <span className="visually-hidden">{t('versus')}</span>
          <SideHead data={data} side="defender" />
        </h1>
        <p className="match-record match-record-challenger">{toRecord(sides.challenger)}</p>
        <Middle data={data} />
        <p className="match-record match-record-defender">{toRecord(sides.defender)}</p>
        <StepLine data={data} />
      </div>
    </header>
  );
}

const toRecord = ({ wins, losses }: { wins: number; losses: number }) => `${wins}–${losses}`;

function SideHead({ data, side }: { data: MatchData; side: Side }) {
  const t = useTranslations('match.top');
  const { name, href, logo, rung_then, rung_now } = data.sides[side];
  const rung = isFinalStatus(data.status) ? rung_then : (rung_now ?? rung_then);
  const label = rung === null ? t(side) : t(`${side}_rung`, { rung });
  return (
    <span className={`match-side match-side-${side}`}>
      <Emblem name={name} picture={logo} size="large" />
      <span className="display match-role">{label}</span>
      <span className="display match-name">{href === null ? name : <a href={href}>{name}</a>}</span>
    </span>
  );
}

/** The clock while something is to come, the score once it is over. */
function Middle({ data }: { data: MatchData }) {
  const t = useTranslations('match.top');
  const clock = findClock(data);
  return (
    <div className="match-middle">
      {clock !== null && (
        <Clock until={clock.until} label={t(`until.${clock.label}`, { team: clock.team })} />
      )}
      {clock === null && <FinalScore data={data} />}
      {data.time !== null && <BothZones data={data} instant={data.time.starts_at} />}
      {(data.status === 'scheduled' || data.status === 'checking_in') && (
        <a className="match-calendar" href={`/api/calendar/matches/${data.id}.ics`} data-native="">
          {t('calendar')}
        </a>
      )}
    </div>
  );
}

function FinalScore({ data }: { data: MatchData }) {
  const t = useTranslations('match.top');
  const { status, result, rules } = data;
  const scores = result?.scores ?? [];
  const count = (side: Side, other: Side) =>
    rules.score.by === 'points'
      ? scores.reduce((sum, score) => sum + score[side], 0)
      : scores.filter((score) => score[side] > score[other]).length;
  const hasScore = status === 'completed' && scores.length > 0;
  return (
    <span className="clock">
      <span className="display clock-figures">
        {hasScore
          ? `${count('challenger', 'defender')}–${count('defender', 'challenger')}`
          : t(`ended.${toEnding(status)}`)}
      </span>
      {data.ended_at !== null && (
        <span className="soft">
          <Time instant={data.ended_at} look="full" />
        </span>
      )}
    </span>
  );
}

const endings = [
  'completed',
  'forfeited',
  'voided',
  'declined',
  'withdrawn',
  'expired',
  'cancelled',
] as const;
const toEnding = (status: string) => endings.find((ending) => ending === status) ?? 'completed';

/** An instant as the ladder's clocks show it, and as the viewer's do. */
function BothZones({ data, instant }: { data: MatchData; instant: string }) {
  const { zone } = data.ladder;
  const t = useTranslations('match.top');
  const own = useTimeZone() ?? 'UTC';
  if (own === zone) {
    return <Time instant={instant} look="full" />;
  }
  return (
    <span className="match-zones">
      {t.rich('zones', {
        theirs: () => <Time instant={instant} zone={zone} />,
        zone: data.zone_name,
        yours: () => <Time instant={instant} />,
      })}
    </span>
  );
}
