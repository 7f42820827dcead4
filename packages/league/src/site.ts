import type { SiteCommand } from './command.ts';
import type { Actor, DecideContext, Decision } from './context.ts';
import { isInstant } from './duration.ts';
import type { SiteEvent, SiteEventData } from './event.ts';
import type { LadderId } from './ids.ts';
import { requireActor } from './permissions.ts';
import { Refused, refuse } from './refusal.ts';
import type { Sanction, SiteState } from './team-state.ts';

/** A site without admins. */
export const emptySite: SiteState = { admins: [], ladder_admins: {}, editors: [], sanctions: {} };

type Command<T extends SiteCommand['type']> = Extract<SiteCommand, { type: T }>;
type Given = {
  [T in keyof SiteEventData]: { type: T; data: SiteEventData[T] };
}[keyof SiteEventData];
type Handlers = {
  [T in SiteCommand['type']]: (
    state: SiteState,
    context: DecideContext,
    command: Command<T>,
  ) => Given;
};

/** A site admin; the system itself may grant the first (the one-time address) and clear the demonstration. */
function requireAdmin(state: SiteState, context: DecideContext): Actor | null {
  if (context.system) {
    return null;
  }
  const actor = requireActor(context);
  if (!state.admins.includes(actor.person_id)) {
    refuse('not_admin', {});
  }
  return actor;
}

const handlers: Handlers = {
  grant_site_admin(state, context, { person_id }) {
    requireAdmin(state, context);
    if (state.admins.includes(person_id)) {
      refuse('already_exists', { what: 'admin', id: person_id });
    }
    return { type: 'site_admin_granted', data: { person_id } };
  },
  revoke_site_admin(state, context, { person_id }) {
    requireAdmin(state, context);
    if (!state.admins.includes(person_id)) {
      refuse('not_found', { what: 'member', id: person_id });
    }
    if (state.admins.length === 1 && !context.system) {
      refuse('last_admin', {});
    }
    return { type: 'site_admin_revoked', data: { person_id } };
  },
  grant_ladder_admin(state, context, { person_id, ladder_id }) {
    requireAdmin(state, context);
    if (state.ladder_admins[ladder_id]?.includes(person_id)) {
      refuse('already_exists', { what: 'admin', id: person_id });
    }
    return { type: 'ladder_admin_granted', data: { person_id, ladder_id } };
  },
  revoke_ladder_admin(state, context, { person_id, ladder_id }) {
    requireAdmin(state, context);
    if (!state.ladder_admins[ladder_id]?.includes(person_id)) {
      refuse('not_found', { what: 'member', id: person_id });
    }
    return { type: 'ladder_admin_revoked', data: { person_id, ladder_id } };
  },
  grant_editor(state, context, { person_id }) {
    requireAdmin(state, context);
    if (state.editors.includes(person_id)) {
      refuse('already_exists', { what: 'admin', id: person_id });
    }
    return { type: 'editor_granted', data: { person_id } };
  },
  revoke_editor(state, context, { person_id }) {
    requireAdmin(state, context);
    if (!state.editors.includes(person_id)) {
      refuse('not_found', { what: 'member', id: person_id });
    }
    return { type: 'editor_revoked', data: { person_id } };
  },
  sanction: decideSanction,
  lift_sanction: liftSanction,
  clear_demo(_state, context, { ladder_ids }) {
    if (!context.system) {
      refuse('not_admin', {});
    }
    return { type: 'demo_cleared', data: { ladder_ids } };
  },
  note_restore(_state, context, { instant, sequence, hash }) {
    if (!context.system) {
      refuse('not_admin', {});
    }
    return { type: 'log_restored', data: { instant, sequence, hash } };
  },
};

/** Decides a command on the site's own stream. */
export function decideSite(
  state: SiteState,
  command: SiteCommand,
  context: DecideContext,
): Decision<SiteEvent> {
  try {
    const given = (
      handlers[command.type] as (
        state: SiteState,
        context: DecideContext,
        command: SiteCommand,
      ) => Given
    )(state, context, command);
    return { ok: true, events: [toDraft(given, context)] };
  } catch (error) {
    if (error instanceof Refused) {
      return { ok: false, refusal: error.refusal };
    }
    throw error;
  }
}

function toDraft({ type, data }: Given, { at, actor }: DecideContext): SiteEvent {
  const ladderId = 'ladder_id' in data ? data.ladder_id : null;
  return {
    type,
    version: 1,
    ladder_id: ladderId,
    match_id: null,
    actor_id: actor?.person_id ?? null,
    at,
    data,
  } as SiteEvent;
}

/** Site-wide by a site admin; on one ladder by its admins too. Nobody sanctions themselves, or lifts what holds against them. */
function requireSanctioning(
  state: SiteState,
  context: DecideContext,
  ladderId: LadderId | null,
): Actor {
  const actor = requireActor(context);
  const isOfLadder = ladderId !== null && state.ladder_admins[ladderId]?.includes(actor.person_id);
  if (!state.admins.includes(actor.person_id) && !isOfLadder) {
    refuse('not_admin', {});
  }
  return actor;
}

function decideSanction(
  state: SiteState,
  context: DecideContext,
  command: Command<'sanction'>,
): Given {
  const actor = requireSanctioning(state, context, command.ladder_id);
  const { sanction_id, kind, person_id, ladder_id, until, rule, reason } = command;
  if (actor.person_id === person_id) {
    refuse('own_match', {});
  }
  if (state.sanctions[sanction_id]) {
    refuse('already_exists', { what: 'admin', id: sanction_id });
  }
  if (until !== null && (!isInstant(until) || until <= context.at)) {
    refuse('field_invalid', { field: 'until' }, 'until');
  }
  return {
    type: 'sanction_given',
    data: {
      ...{ sanction_id, kind, person_id, ladder_id, from: context.at, until },
      ...(rule === undefined ? {} : { rule }),
      text: reason,
    },
  };
}

function liftSanction(
  state: SiteState,
  context: DecideContext,
  { sanction_id, reason }: Command<'lift_sanction'>,
): Given {
  const sanction = state.sanctions[sanction_id];
  const actor = context.system
    ? null
    : requireSanctioning(state, context, sanction?.ladder_id ?? null);
  if (actor !== null && actor.person_id === sanction?.person_id) {
    refuse('own_match', {});
  }
  if (sanction?.status !== 'in_force') {
    refuse('not_found', { what: 'sanction', id: sanction_id });
  }
  return { type: 'sanction_lifted', data: { sanction_id, text: reason } };
}

/** The site after one event. */
export function applySite(state: SiteState, event: SiteEvent): SiteState {
  switch (event.type) {
    case 'site_admin_granted':
      return { ...state, admins: [...state.admins, event.data.person_id] };
    case 'site_admin_revoked':
      return { ...state, admins: state.admins.filter((person) => person !== event.data.person_id) };
    case 'ladder_admin_granted':
    case 'ladder_admin_revoked': {
      const { person_id, ladder_id } = event.data;
      const others = (state.ladder_admins[ladder_id] ?? []).filter(
        (person) => person !== person_id,
      );
      const admins = event.type === 'ladder_admin_granted' ? [...others, person_id] : others;
      return { ...state, ladder_admins: { ...state.ladder_admins, [ladder_id]: admins } };
    }
    case 'editor_granted':
      return { ...state, editors: [...state.editors, event.data.person_id] };
    case 'editor_revoked':
      return {
        ...state,
        editors: state.editors.filter((person) => person !== event.data.person_id),
      };
    case 'sanction_given': {
      const { sanction_id, text, ...rest } = event.data;
      const sanction: Sanction = {
        id: sanction_id,
        ...rest,
        by: event.actor_id,
        reason: text,
        status: 'in_force',
      };
      return { ...state, sanctions: { ...state.sanctions, [sanction_id]: sanction } };
    }
    case 'sanction_lifted': {
      const sanction = state.sanctions[event.data.sanction_id];
      return sanction
        ? {
            ...state,
            sanctions: { ...state.sanctions, [sanction.id]: { ...sanction, status: 'lifted' } },
          }
        : state;
    }
    case 'demo_cleared':
    case 'log_restored':
      return state;
  }
}
