export type {
  EntryCommand,
  LadderAdminCommand,
  LadderCommand,
  MatchCommand,
  RulingCommand,
  SiteCommand,
  SystemCommand,
  TeamCommand,
} from './command.ts';
export type {
  Actor,
  DecideContext,
  Decision,
  Facts,
  WeeklyAvailability,
  ZoneOffset,
} from './context.ts';
export {
  addDuration,
  isInstant,
  parseDuration,
  subtractDuration,
  toDuration,
  toInstant,
} from './duration.ts';
export type {
  EventDraft,
  LadderEvent,
  LadderEventData,
  LadderEventOf,
  LadderEventType,
  RatingChange,
  Restanding,
  SiteEvent,
  SiteEventData,
  SiteEventType,
  TeamEvent,
  TeamEventData,
  TeamEventType,
} from './event.ts';
export type * from './ids.ts';
export {
  applyLadder,
  decideClock,
  decideLadder,
  emptyLadder,
  findNextDeadline,
  needsLog,
} from './ladder.ts';
export {
  type ChainFault,
  type EventPlace,
  FIRST_PREVIOUS_HASH,
  findChainFault,
  type LeagueEvent,
  type StreamName,
  sealEvent,
  toCanonicalJson,
  toHash,
  verifyChain,
} from './log.ts';
export type { Refusal, RefusalCode, RefusalParams } from './refusal.ts';
export { RULE_FIELDS, type RuleField, type RuleUnit } from './rule-fields.ts';
export type { PickLetter, RulePath, Rules, VetoAction } from './rules.ts';
export {
  createDefaultRules,
  getRosterLimits,
  parseRules,
  type RuleFault,
  rulesSchema,
} from './rules-schema.ts';
export { applySite, decideSite, emptySite } from './site.ts';
export type * from './state.ts';
export { applyTeam, decideTeam, emptyTeam } from './team.ts';
