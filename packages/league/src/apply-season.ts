import type { LadderEventOf } from './event.ts';
import type { LadderPatch } from './patch.ts';
import type { LadderState } from './state.ts';

export const seasonHandlers = {
  ladder_created(_state: LadderState, { data }: LadderEventOf<'ladder_created'>): LadderPatch {
    const { ladder_id, ...settings } = data;
    return { ladder: { id: ladder_id, ...settings } };
  },

  ladder_edited({ ladder }: LadderState, { data }: LadderEventOf<'ladder_edited'>): LadderPatch {
    return { ladder: ladder && { ...ladder, ...data } };
  },

  rules_edited(_state: LadderState, { data }: LadderEventOf<'rules_edited'>): LadderPatch {
    return { next_rules: { rules: data.rules, version: data.rules_version } };
  },

  season_planned(_state: LadderState, { data }: LadderEventOf<'season_planned'>): LadderPatch {
    const { season_id, name, starts_at, ends_at, rules, rules_version } = data;
    return {
      isFresh: true,
      size: 0,
      season: {
        id: season_id,
        name,
        status: 'registration',
        rules,
        rules_version,
        starts_at,
        ends_at,
        opened_at: null,
      },
    };
  },

  season_edited({ season }: LadderState, { data }: LadderEventOf<'season_edited'>): LadderPatch {
    const { name, starts_at, ends_at } = data;
    return { season: season && { ...season, name, starts_at, ends_at } };
  },

  season_opened({ season }: LadderState, { at }: LadderEventOf<'season_opened'>): LadderPatch {
    return { season: season && { ...season, status: 'open', opened_at: at } };
  },

  season_closed({ season }: LadderState, { data }: LadderEventOf<'season_closed'>): LadderPatch {
    return {
      season: season && { ...season, status: 'closed' },
      previous_order: data.standings.map(({ subject_id }) => subject_id),
    };
  },
};
