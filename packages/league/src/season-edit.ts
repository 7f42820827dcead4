import type { LadderCommand } from './command.ts';
import { type Draft, emit, getSeason } from './draft.ts';
import { isInstant } from './duration.ts';
import type { Instant } from './ids.ts';
import { isFinalStatus } from './machine.ts';
import { requireSiteAdminOrSystem } from './permissions.ts';
import { refuse } from './refusal.ts';
import { requireName } from './season.ts';
import type { Match, Season } from './state.ts';

type SeasonEdit = Extract<LadderCommand, { type: 'edit_season' }>;

/**
 * A season that is not over takes another name or other dates. What was decided under the old ones stands: no end
 * before now or before a time that a match may be played at, and no other end once it has passed, for nobody
 * could challenge since. What has begun keeps its beginning.
 */
export function editSeason(draft: Draft, command: SeasonEdit): void {
  requireSiteAdminOrSystem(draft);
  const season = getSeason(draft.state);
  if (season.status === 'closed') {
    refuse('season_closed', {});
  }
  const { starts_at = season.starts_at, ends_at = season.ends_at } = command;
  const name = requireName(command.name ?? season.name);
  if (starts_at !== season.starts_at) {
    requireOtherStart(season, starts_at);
  }
  if (ends_at !== season.ends_at) {
    requireOtherEnd(draft, season, ends_at);
  }
  if (ends_at <= starts_at) {
    refuse('field_invalid', { field: 'ends_at' }, 'ends_at');
  }
  if (name !== season.name || starts_at !== season.starts_at || ends_at !== season.ends_at) {
    emit(draft, 'season_edited', { season_id: season.id, name, starts_at, ends_at });
  }
}

function requireOtherStart(season: Season, startsAt: Instant): void {
  if (season.status === 'open') {
    refuse('season_running', {}, 'starts_at');
  }
  if (!isInstant(startsAt)) {
    refuse('field_invalid', { field: 'starts_at' }, 'starts_at');
  }
}

function requireOtherEnd(draft: Draft, season: Season, endsAt: Instant): void {
  if (season.status === 'open' && draft.at >= season.ends_at) {
    refuse('season_closed', {}, 'ends_at');
  }
  if (!isInstant(endsAt) || endsAt <= draft.at) {
    refuse('field_invalid', { field: 'ends_at' }, 'ends_at');
  }
  for (const match of Object.values(draft.state.matches)) {
    const time = listTimes(match).find((one) => one >= endsAt);
    if (time !== undefined) {
      refuse('match_after_end', { match_id: match.id, time }, 'ends_at');
    }
  }
}

/** When an open match is played, or may be by what its sides have named. */
function listTimes({ status, time, reschedule, offered, countered }: Match): Instant[] {
  if (isFinalStatus(status)) {
    return [];
  }
  return time === null
    ? [...offered, ...countered]
    : [time.starts_at, ...(reschedule?.times ?? [])];
}
