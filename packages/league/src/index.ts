export { findAnswerRefusals } from './answer.ts';
export { applyLadder, emptyLadder, replayLadder, toPatch } from './apply.ts';
export { findChallengeRefusal, isRematch } from './challenge.ts';
export { decideClock, findNextDeadline } from './clock.ts';
export type {
  LadderAdminCommand,
  LadderCommand,
  MatchCommand,
  RulingCommand,
  SiteCommand,
  SystemCommand,
  TeamCommand,
} from './command.ts';
export type { Actor, DecideContext, Facts, WeeklyAvailability } from './context.ts';
export { type FreeAt, type FreeHours, listFreeHours } from './default-time.ts';
export { findDrawFault, hasHiddenDraws } from './draw.ts';
export { addDuration, parseDuration, toInstant } from './duration.ts';
export type {
  EventDraft,
  LadderEvent,
  LadderEventData,
  LadderEventType,
  RestoredFrom,
  SiteEventType,
  TeamEvent,
  TeamEventData,
  TeamEventType,
} from './event.ts';
export { getFormat } from './formats/formats.ts';
export { getRatingAt } from './formats/rating.ts';
export { listRunsForAdmin, listStageRanks } from './formats/time-attack.ts';
export type * from './ids.ts';
export { findPlayerRefusal } from './join.ts';
export {
  type AskerOnCase,
  findAppealRulingRefusal,
  findJudge,
  findRulingRefusal,
  type Judge,
} from './judges.ts';
export { keepAnswers } from './kept.ts';
export { decideLadder, findRecomputation } from './ladder.ts';
export { isLive, toLiveState } from './live.ts';
export {
  findChainFault,
  type LeagueEvent,
  sealEvent,
  toCanonicalJson,
  toHash,
  toPublicLine,
} from './log.ts';
export { isFinalStatus, machine } from './machine.ts';
export { parseName, toSkeleton } from './name.ts';
export { assignPatch } from './patch.ts';
export {
  type AskerOnLadder,
  findActorRefusal,
  findApartRefusal,
  findSideRefusal,
  findSuspension,
} from './permissions.ts';
export { getConservativeRating, ratingParameters } from './rating.ts';
export { isInReach } from './reach.ts';
export {
  type MatchRuling,
  recomputeInSteps,
  recomputeSeason,
  standingEvents,
} from './recompute.ts';
export type { Refusal, RefusalCode, RefusalParams } from './refusal.ts';
export { listReminders, type Reminder } from './reminders.ts';
export { findEndByLeaving } from './removal.ts';
export { findEvidenceRefusal } from './report.ts';
export { findRest, getRestDaysLeft } from './rest.ts';
export { type RuleField, ruleFields } from './rule-fields.ts';
export type { PickLetter, RulePath, Rules } from './rules.ts';
export {
  completeRules,
  createDefaultRules,
  getRosterLimits,
  identityKind,
  parseRules,
} from './rules-schema.ts';
export {
  type EntryFacts,
  type MatchFacts,
  previewRuling,
  type RulingEffects,
} from './ruling-effects.ts';
export { longestRun } from './run.ts';
export { isSame } from './same.ts';
export { compareScores, hasSameScores } from './score.ts';
export { bothSides, getEntryId, getOtherSide, isDiffering } from './sides.ts';
export { isLostBySilence } from './silence.ts';
export { type Simulation, simulateSeason } from './simulate.ts';
export {
  type Counts,
  type PlaceAgreement,
  reportSimulation,
  type SimulationReport,
} from './simulate-report.ts';
export { type SimulatedSeasons, type SimulatedTurn, simulateSeasons } from './simulate-seasons.ts';
export type { SimulatedPerson } from './simulation/cast.ts';
export type { PlayedLadder, SimulationInput } from './simulation/input.ts';
export type { Spread } from './simulation/statistics.ts';
export { applySite, decideSite, emptySite } from './site.ts';
export type * from './state.ts';
export type { StreamEvent, StreamKind, StreamName, StreamState } from './stream.ts';
export { listStrikesInForce } from './strikes.ts';
export { isLastCaptain, listLastMembers, listReturning } from './succession.ts';
export { listSuggestions, type SuggestionReason } from './suggestion.ts';
export { applyTeam, decideTeam, emptyTeam, listLadderConsequences } from './team.ts';
export type * from './team-state.ts';
export { findTeamEntry } from './transfer.ts';
export { findVetoStep, listVetoOptions, type VetoStep } from './veto.ts';
export {
  type AskingMatch,
  type Calm,
  compareMatters,
  findCalm,
  isAtHand,
  listSideActs,
  type Matter,
  type SideAct,
  type WaitingAct,
  type WaitingEnd,
} from './waiting.ts';
export { fromLocalTime, isZone, toLocalTime } from './zone.ts';
