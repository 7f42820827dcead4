import type { LadderAdminCommand } from './command.ts';
import { type Draft, emit, getLadder, getSeason } from './draft.ts';
import { isInstant } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import type { TextReference } from './ids.ts';
import { isFinalStatus } from './machine.ts';
import { requireLadderAdminOrSystem, requireSiteAdminOrSystem } from './permissions.ts';
import { refuse } from './refusal.ts';
import { voidMatch } from './result.ts';
import { completeRules, parseRules } from './rules-schema.ts';
import { isZone } from './zone.ts';

type Command<T extends LadderAdminCommand['type']> = Extract<LadderAdminCommand, { type: T }>;

/** The name of a ladder or of a season, without the blanks around it. */
export function requireName(name: string): string {
  const trimmed = name.trim();
  return trimmed.length >= 1 && trimmed.length <= 80
    ? trimmed
    : refuse('name_invalid', { minimum: 1, maximum: 80 }, 'name');
}

const requireZone = (zone: string) =>
  isZone(zone) ? zone : refuse('zone_unknown', { zone }, 'zone');

export function createLadder(draft: Draft, command: Command<'create_ladder'>): void {
  requireSiteAdminOrSystem(draft);
  if (draft.state.ladder) {
    refuse('already_exists', { what: 'ladder', id: draft.state.ladder.id });
  }
  const { ladder_id, game, format, is_test } = command;
  emit(draft, 'ladder_created', {
    ladder_id,
    name: requireName(command.name),
    game,
    format,
    zone: requireZone(command.zone),
    is_test,
  });
}

export function editLadder(draft: Draft, command: Command<'edit_ladder'>): void {
  requireSiteAdminOrSystem(draft);
  getLadder(draft.state);
  emit(draft, 'ladder_edited', {
    name: requireName(command.name),
    zone: requireZone(command.zone),
  });
}

/** Rules are edited for the next season only: the running one keeps those it began under. */
export function editRules(draft: Draft, command: Command<'edit_rules'>): void {
  requireLadderAdminOrSystem(draft);
  getLadder(draft.state);
  const parsed = parseRules(command.rules);
  if (!parsed.ok) {
    refuse('rules_invalid', parsed.fault, parsed.fault.path);
  }
  const version = draft.state.next_rules?.version ?? draft.state.season?.rules_version ?? 0;
  emit(draft, 'rules_edited', { rules: parsed.rules, rules_version: version + 1 });
}

/** Plans a season; a plan that nobody has joined yet is made anew, and stays the season that it is. */
export function planSeason(draft: Draft, command: Command<'plan_season'>): void {
  requireSiteAdminOrSystem(draft);
  getLadder(draft.state);
  const { season, next_rules, entries } = draft.state;
  const isPlanned = season?.status === 'registration' && Object.keys(entries).length === 0;
  if (season && season.status !== 'closed' && !isPlanned) {
    refuse('season_running', {});
  }
  if (!isInstant(command.starts_at)) {
    refuse('field_invalid', { field: 'starts_at' }, 'starts_at');
  }
  if (
    !isInstant(command.ends_at) ||
    command.ends_at <= command.starts_at ||
    command.ends_at <= draft.at
  ) {
    refuse('field_invalid', { field: 'ends_at' }, 'ends_at');
  }
  emit(draft, 'season_planned', {
    season_id: season && isPlanned ? season.id : command.season_id,
    name: requireName(command.name),
    starts_at: command.starts_at,
    ends_at: command.ends_at,
    rules: completeRules(next_rules?.rules ?? season?.rules ?? {}),
    rules_version: next_rules?.version ?? season?.rules_version ?? 1,
  });
}

export function openSeason(draft: Draft): void {
  requireSiteAdminOrSystem(draft);
  const season = getSeason(draft.state);
  if (season.status === 'open') {
    refuse('season_running', {});
  }
  if (season.status === 'closed') {
    refuse('season_closed', {});
  }
  emit(draft, 'season_opened', { season_id: season.id });
}

/** A season closes when no match, dispute or appeal is open; the admin may void what is left. */
export function closeSeason(draft: Draft, command: Command<'close_season'>): void {
  requireSiteAdminOrSystem(draft);
  const season = getSeason(draft.state);
  if (season.status === 'closed') {
    refuse('season_closed', {});
  }
  if (command.void_open) {
    voidWhatIsLeft(draft, command.reason ?? refuse('field_invalid', { field: 'reason' }, 'reason'));
  }
  const { matches, disputes, appeals } = draft.state;
  const open = Object.values(matches).find(({ status }) => !isFinalStatus(status));
  if (open) {
    refuse('open_match', { match_id: open.id });
  }
  const pending = [...Object.values(disputes), ...Object.values(appeals)].find(
    ({ status }) => status === 'open',
  );
  if (pending) {
    refuse('open_dispute', { match_id: pending.match_id });
  }
  const standings = getFormat(draft.state)
    .standings(draft.state, draft.at)
    .map(({ entry_id, place }) => {
      const entry = draft.state.entries[entry_id];
      return { entry_id, subject_id: entry?.team_id ?? entry?.person_id ?? '', place };
    });
  emit(draft, 'season_closed', { season_id: season.id, standings });
}

function voidWhatIsLeft(draft: Draft, reason: TextReference): void {
  for (const { id, status } of Object.values(draft.state.matches)) {
    if (!isFinalStatus(status)) {
      voidMatch(draft, id, { reason: 'season_closed', isRuled: true, text: reason });
    }
  }
  const upheld = {
    outcome: { kind: 'upheld' },
    status: 'upheld',
    rule: 'season_closed',
    text: reason,
  } as const;
  for (const { id, match_id, status } of Object.values(draft.state.disputes)) {
    if (status === 'open') {
      emit(draft, 'ruling_given', { dispute_id: id, ...upheld }, match_id);
    }
  }
  for (const { id, match_id, dispute_id, status } of Object.values(draft.state.appeals)) {
    if (status === 'open') {
      emit(draft, 'appeal_decided', { appeal_id: id, dispute_id, ...upheld }, match_id);
    }
  }
}
