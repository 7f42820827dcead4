import { useSyncExternalStore } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { useHint } from '../../client/live/hints.ts';
import { readServerTime, subscribeToSeconds } from '../../client/live/server-clock.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { Clock } from '../../ui/clock.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Time } from '../../ui/time.tsx';
import '../match/match.css';
import { CallOff } from './call-off.tsx';
import type { ScrimData, ScrimTeam } from './data.ts';
import './scrim.css';
import { findScrimHour } from './scrim-hour.ts';
import { ScrimServer } from './scrim-server.tsx';
import { ScrimTalk } from './scrim-talk.tsx';

/** An agreed practice match: who plays whom and when for everybody, the room for the two teams. */
export default function ScrimPage({ data }: { data: ScrimData }) {
  const t = useTranslations('scrim');
  const reload = useReload();
  useHint(`match:${data.id}`, () => void reload());
  return (
    <>
      <PageTop
        title={
          <>
            <TeamName team={data.home} /> <span className="scrim-versus">{t('versus')}</span>{' '}
            <TeamName team={data.away} />
          </>
        }
        kicker={t('kicker', { game: data.game.name })}
        terrain={{ place: 'match', name: data.id }}
      >
        <p className="page-top-lead">{t('about')}</p>
        <WhatNext data={data} />
      </PageTop>
      <div className="page columns">
        <div className="stack">
          {data.room !== null && <ScrimServer data={data} room={data.room} />}
          <Rosters data={data} />
        </div>
        {data.room !== null && (
          <aside className="stack">
            <ScrimTalk data={data} room={data.room} />
          </aside>
        )}
      </div>
    </>
  );
}

function TeamName({ team }: { team: ScrimTeam }) {
  return (
    <a className="scrim-team" href={`/teams/${team.slug}`}>
      {team.name}
    </a>
  );
}

function WhatNext({ data }: { data: ScrimData }) {
  const t = useTranslations('scrim');
  const { cancelled, starts_at, zone } = data;
  const renderedAt = useNow().getTime();
  const now = useSyncExternalStore(subscribeToSeconds, readServerTime, () => renderedAt);
  const hour = findScrimHour(data, now);
  if (cancelled !== null) {
    return (
      <NextThing
        tone="calm"
        title={t('off', { team: cancelled.by })}
        reason={cancelled.reason === '' ? t('off_reason') : cancelled.reason}
      />
    );
  }
  const time = { time: () => <Time instant={starts_at} look="full" /> };
  return (
    <NextThing
      tone="calm"
      {...(hour === 'starts' ? { mark: <Clock until={starts_at} label="" /> } : {})}
      title={t.rich(hour, time)}
      reason={t.rich('in_zone', {
        time: () => <Time instant={starts_at} zone={zone} namesZone />,
      })}
    >
      {data.room?.may_arrange === true && <CallOff data={data} />}
    </NextThing>
  );
}

function Rosters({ data }: { data: ScrimData }) {
  const t = useTranslations('scrim');
  const toRole = useTranslations('pieces.roles');
  return (
    <section>
      <SectionHead title={t('rosters')} id="rosters" />
      <div className="lineups">
        {[data.home, data.away].map((team) => (
          <div key={team.slug}>
            <h3 className="lineup-name">
              <span>
                <Emblem name={team.name} picture={team.logo} size="small" /> {team.name}
              </span>
            </h3>
            <ul className="lines">
              {team.people.map((person) => (
                <li key={person.person_id} className="lineup-person">
                  <Emblem name={person.username} kind="person" size="small" />
                  {person.user_id === null ? (
                    <b>{person.username}</b>
                  ) : (
                    <a href={`/profiles/${person.user_id}`}>{person.username}</a>
                  )}
                  <span className="soft">{toRole(person.role)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
