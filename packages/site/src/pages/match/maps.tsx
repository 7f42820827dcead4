import { findVetoStep, listVetoOptions, type VetoStep } from '@muster/league';
import { useTranslations } from 'use-intl';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Clock } from '../../ui/clock.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Terrain } from '../../ui/terrain-image.tsx';
import type { MatchData } from './data.ts';
import { DrawCheck } from './draw-check.tsx';
import { hasVetoTurns } from './match-step.ts';
import { useMatchAct } from './use-match-act.ts';

/** One card: a map, and what became of it. */
interface MapCard {
  map: string;
  state: 'open' | 'banned' | 'picked' | 'drawn';
  by: 'challenger' | 'defender' | 'draw' | null;
  /** The side that the challenger starts on, and who chose it. */
  side: { challenger: string; by: string | null } | null;
  position: number | null;
}

/** The maps of the match; while there are veto turns left, the cards are the buttons. */
export function MatchMaps({ data }: { data: MatchData }) {
  const t = useTranslations('match.maps');
  const toSentence = useRefusal();
  const { isBusy, error, send } = useMatchAct(data);
  const step = isVetoTime(data) ? findVetoStep(data.rules, data) : null;
  const isMine = step !== null && data.viewer?.may_act === true && step.by === data.viewer.side;
  const cards = listCards(data);
  // A match that ended before its maps were known has none to wait for.
  if (cards.length === 0 && data.ended_at !== null) {
    return null;
  }
  const take = (value: string) =>
    void send('veto', { action: step?.action, ...toChoice(step, value) });
  return (
    <section aria-labelledby="maps">
      <SectionHead title={t('title')} id="maps">
        {step !== null && <TurnSays data={data} step={step} isMine={isMine} />}
        {step !== null && <TurnClock data={data} />}
      </SectionHead>
      {cards.length === 0 ? (
        <p className="soft">{t(data.rules.maps.pool.length === 0 ? 'no_pool' : 'later')}</p>
      ) : (
        <ul className="map-cards">
          {cards.map((card) => (
            <li key={card.map} className={`map-card map-${card.state}`}>
              <Terrain place="map" name={card.map} shape="tile" />
              <p className="display map-name">{card.map}</p>
              <p className="map-says">
                <CardSays data={data} card={card} />
              </p>
              {isMine && step.action !== 'side' && card.state === 'open' && (
                <button
                  type="button"
                  className="map-act"
                  disabled={isBusy}
                  aria-label={t(step.action === 'ban' ? 'ban' : 'pick', { map: card.map })}
                  onClick={() => take(card.map)}
                >
                  {t(step.action === 'ban' ? 'ban_short' : 'pick_short')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isMine && step.action === 'side' && (
        <p className="map-sides">
          {listVetoOptions(data.rules, data, 'side').map((side) => (
            <button
              key={side}
              type="button"
              className="button button-main"
              disabled={isBusy}
              onClick={() => take(side)}
            >
              {t('take_side', { side })}
            </button>
          ))}
        </p>
      )}
      <p className="match-form-error" role="alert">
        {error !== null && toSentence(error)}
      </p>
      <DrawCheck data={data} />
    </section>
  );
}

const vetoStatuses = new Set(['scheduled', 'checking_in', 'veto']);
const isVetoTime = ({ status, forfeit }: MatchData) => vetoStatuses.has(status) && forfeit === null;

const toChoice = (step: VetoStep | null, value: string) =>
  step?.action === 'side' ? { side: value } : { map: value };

function TurnSays({ data, step, isMine }: { data: MatchData; step: VetoStep; isMine: boolean }) {
  const t = useTranslations('match.maps');
  if (step.by === 'draw') {
    return t('turn.draw');
  }
  if (isMine) {
    return <strong className="map-turn">{t(`turn.own_${step.action}`)}</strong>;
  }
  return t(`turn.${step.action}`, { team: data.sides[step.by].name });
}

/** The minute for this turn beside the cards too: on a phone the clock of the page is out of sight there. */
function TurnClock({ data: { status, deadline } }: { data: MatchData }) {
  const t = useTranslations('match.top.until');
  if (status !== 'veto' || deadline === null) {
    return null;
  }
  return (
    <span className="map-clock">
      <Clock until={deadline} label={t('turn')} />
    </span>
  );
}

function listCards(data: MatchData): MapCard[] {
  if (data.rules.maps.choice === 'veto' && data.rules.maps.pool.length > 0) {
    return data.rules.maps.pool.map((map) => toVetoCard(map, data));
  }
  return data.maps.map((map, index) => ({
    map: map.map,
    state: map.by === 'draw' || map.by === 'decider' ? 'drawn' : 'picked',
    by: map.by === 'decider' ? 'draw' : map.by,
    side: toSide(map),
    position: index + 1,
  }));
}

function toVetoCard(map: string, data: MatchData): MapCard {
  const turn = data.veto.find(({ action, value }) => action !== 'side' && value === map);
  const position = data.maps.findIndex((chosen) => chosen.map === map);
  const chosen = data.maps[position];
  if (turn?.action === 'ban') {
    return { map, state: 'banned', by: turn.by, side: null, position: null };
  }
  if (chosen === undefined) {
    return { map, state: 'open', by: null, side: null, position: null };
  }
  const isDrawn = chosen.by === 'draw' || chosen.by === 'decider';
  return {
    map,
    state: isDrawn ? 'drawn' : 'picked',
    by: chosen.by === 'decider' ? 'draw' : chosen.by,
    side: toSide(chosen),
    position: position + 1,
  };
}

const toSide = ({ challenger_side, side_by }: MatchData['maps'][number]): MapCard['side'] =>
  challenger_side === null ? null : { challenger: challenger_side, by: side_by };

function CardSays({ data, card }: { data: MatchData; card: MapCard }) {
  const t = useTranslations('match.maps');
  const score = card.position === null ? undefined : data.result?.scores[card.position - 1];
  const team = card.by === null || card.by === 'draw' ? '' : data.sides[card.by].name;
  const says =
    card.state === 'open'
      ? // Once the last turn is taken, what is left is free for nobody.
        hasVetoTurns(data) && t('open')
      : card.by === 'draw'
        ? t(card.state === 'banned' ? 'banned_draw' : 'drawn')
        : t(card.state === 'banned' ? 'banned' : 'picked', { team });
  return (
    <>
      {says}
      {card.side !== null && (
        <span className="map-side">
          {t('side', { team: data.sides.challenger.name, side: card.side.challenger })}
        </span>
      )}
      {score !== undefined && (
        <span className="display map-score">
          {score.challenger}–{score.defender}
        </span>
      )}
    </>
  );
}
