import { randomUUID } from 'node:crypto';
import {
  findVetoStep,
  isDiffering,
  type LadderCommand,
  type LadderState,
  listVetoOptions,
  type Match,
} from '@muster/league';
import type { MatchData } from '@muster/site/pages/match/data.ts';
import { findMatchStep, type MatchForm } from '@muster/site/pages/match/match-step.ts';
import { loadRuling } from '../dispute/page-ruling.ts';
import { loadMatch } from '../match/page.ts';
import { compareOffer, toInput } from './ladder-offers.ts';
import type { Answered, RandomLeague } from './random-league.ts';

const day = 86_400_000;
const text = () => ({ text_id: randomUUID(), hash: 'f'.repeat(64) });
const picks = { maps: [], sides: [] };

type Offer = Exclude<MatchForm, 'server'> | 'veto' | 'rule' | 'decide_appeal';

/** Something that each form could send; what is typed into it may be wrong, and is not asked about. */
function toCommands(state: LadderState, match: Match, at: number): Record<Offer, LadderCommand> {
  const on = { match_id: match.id };
  const noons = [2, 3].map((days) => {
    const date = new Date(at + days * day);
    date.setUTCHours(12, 0, 0, 0);
    return date.toISOString();
  });
  const scores = [0, 1].map((place) => ({
    map: match.maps[place]?.map ?? '',
    challenger: 11,
    defender: 5,
  }));
  const rules = state.season?.rules;
  const step = rules && findVetoStep(rules, match);
  const action = step?.action === 'ban' || step?.action === 'side' ? step.action : 'pick';
  const value = (step && rules && listVetoOptions(rules, match, action)[0]) ?? '';
  const outcome = { kind: match.result === null ? 'voided' : 'upheld' } as const;
  const ruling = { ...on, outcome, rule: 'report', reason: text() };
  return {
    accept: { type: 'accept', ...on, times: noons, picks, nonce: 'n'.repeat(32) },
    decline: { type: 'decline', ...on },
    withdraw: { type: 'withdraw', ...on },
    choose: { type: 'confirm_time', ...on, time: match.offered[0] ?? '', picks },
    counter: { type: 'counter_offer', ...on, times: noons },
    ask_extension: { type: 'ask_extension', ...on },
    agree_extension: { type: 'agree_extension', ...on },
    ask_cancellation: { type: 'ask_cancellation', ...on },
    agree_cancellation: { type: 'agree_cancellation', ...on },
    reschedule: { type: 'ask_reschedule', ...on, times: noons.slice(0, 1) },
    answer_reschedule: { type: 'answer_reschedule', ...on, time: null },
    check_in: { type: 'check_in', ...on, players: [] },
    report: { type: 'report', ...on, scores },
    // Neither side's own: saying that again is refused.
    settle: { type: 'report', ...on, scores: scores.map((score) => ({ ...score, defender: 4 })) },
    confirm_report: { type: 'confirm_report', ...on },
    concede: { type: 'concede', ...on },
    correct: { type: 'correct_scores', ...on, scores: match.result?.scores ?? [] },
    agree_correction: { type: 'agree_correction', ...on },
    forfeit: { type: 'announce_forfeit', ...on, opponent: '' },
    take_back: { type: 'take_back_forfeit', ...on },
    dispute: { type: 'dispute', ...on, dispute_id: randomUUID(), statement: text() },
    statement: { type: 'add_statement', ...on, statement: text() },
    appeal: { type: 'appeal', ...on, appeal_id: randomUUID(), statement: text() },
    veto: { type: 'take_veto_turn', ...on, action, value },
    rule: { type: 'rule', ...ruling },
    decide_appeal: { type: 'decide_appeal', ...ruling },
  };
}

/** What the rules would take and the room does not say, because it says another thing that is better done. */
const unsaid: Partial<Record<Offer, (match: Match) => boolean>> = {
  // What the other side has asked for is answered: asking for the same agrees to it.
  ask_extension: ({ extension }) => extension !== null,
  ask_cancellation: ({ cancellation }) => cancellation !== null,
  reschedule: ({ reschedule }) => reschedule !== null,
  // While two reports differ, reporting is mending one's own.
  report: isDiffering,
  settle: (match) => !isDiffering(match),
  // Who has played reports or concedes.
  forfeit: ({ status }) => status === 'live',
  // The maps have their own buttons while checking in comes first.
  veto: ({ status }) => status === 'checking_in' || status === 'scheduled',
  correct: ({ correction }) => correction !== null,
};

/** A form may be opened where no more than what is typed into it would be refused. */
const takesForm = (answered: Answered): Answered =>
  answered?.field === undefined ? answered : null;

function listOffers(data: MatchData, now: number): Set<string> {
  const { main, quiet } = findMatchStep(data, now);
  return new Set<string>([...quiet, ...(main === null ? [] : [main])]);
}

/** Matches of each status, the latest of each. */
function pickMatches({ matches }: LadderState): Match[] {
  const byStatus = new Map(Object.values(matches).map((match) => [match.status, match]));
  return [...byStatus.values()];
}

/** Where a match's room, or its ruling's page, offers somebody what the command would refuse, or the other way. */
export async function listMatchFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const state = await league.readState();
  const at = league.own.league.now().getTime();
  const faults: string[] = [];
  for (const match of pickMatches(state)) {
    const input = toInput(league, viewer, { id: match.id });
    const data = await loadMatch(input);
    const ruling = await loadRuling(input);
    if (data === null || ruling === null) {
      faults.push(`${name}: no match ${match.id}`);
      continue;
    }
    const offers = listOffers(data, at);
    const commands = Object.entries(toCommands(state, match, at)) as [Offer, LadderCommand][];
    const answers = await league.askLadder(
      viewer,
      commands.map(([, command]) => command),
    );
    for (const [index, [offer]] of commands.entries()) {
      const answered = takesForm(answers[index] ?? null);
      const what = `${name}, ${match.status}: ${offer}`;
      if (offer === 'rule' || offer === 'decide_appeal') {
        const kind = offer === 'rule' ? 'dispute' : 'appeal';
        const isOpen = ruling.open?.kind === kind && ruling.refusal === null;
        faults.push(...compareOffer(`${what} on its page`, isOpen, answered));
        faults.push(...compareOffer(what, offers.has(offer), answered));
      } else if (offers.has(offer) || answered !== null || unsaid[offer]?.(match) !== true) {
        faults.push(...compareOffer(what, offers.has(offer), answered));
      }
    }
  }
  return faults;
}
