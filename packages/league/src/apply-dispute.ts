import type { LadderEventOf } from './event.ts';
import type { LadderPatch } from './patch.ts';
import { patchMatch } from './patch-match.ts';
import type { Dispute, LadderState, Ruling } from './state.ts';

export const disputeHandlers = {
  match_disputed(state: LadderState, event: LadderEventOf<'match_disputed'>): LadderPatch {
    const match = state.matches[event.match_id ?? ''];
    if (!match) {
      return {};
    }
    const {
      dispute_id,
      by,
      reason,
      statement,
      report,
      statements_until,
      ruling_aimed_at,
      deadline,
    } = event.data;
    const person = event.actor_id ?? '';
    const dispute: Dispute = {
      id: dispute_id,
      match_id: match.id,
      opened_by: by,
      opened_at: event.at,
      reason,
      after_result: false,
      statements: by && statement ? [{ by, person_id: person, at: event.at, text: statement }] : [],
      statements_until,
      ruling_aimed_at,
      status: 'open',
      ruling: null,
    };
    const reports = report
      ? { ...match.reports, [report.by]: { ...report, person_id: person, at: event.at } }
      : match.reports;
    return {
      ...patchMatch(state, event, { status: 'disputed', deadline, dispute_id, reports }),
      disputes: { [dispute_id]: dispute },
    };
  },

  result_disputed(state: LadderState, event: LadderEventOf<'result_disputed'>): LadderPatch {
    const { dispute_id, by, statement, statements_until, ruling_aimed_at, stands_at } = event.data;
    const dispute: Dispute = {
      id: dispute_id,
      match_id: event.match_id ?? '',
      opened_by: by,
      opened_at: event.at,
      reason: 'result_disputed',
      after_result: true,
      statements: [{ by, person_id: event.actor_id ?? '', at: event.at, text: statement }],
      statements_until,
      ruling_aimed_at,
      ...(stands_at ? { stands_at } : {}),
      status: 'open',
      ruling: null,
    };
    return { ...patchMatch(state, event, { dispute_id }), disputes: { [dispute_id]: dispute } };
  },

  statement_added(state: LadderState, event: LadderEventOf<'statement_added'>): LadderPatch {
    const { dispute_id, by, statement } = event.data;
    const dispute = state.disputes[dispute_id];
    if (!dispute) {
      return {};
    }
    const statements = [
      ...dispute.statements,
      { by, person_id: event.actor_id ?? '', at: event.at, text: statement },
    ];
    return { disputes: { [dispute_id]: { ...dispute, statements } } };
  },

  ruling_given(state: LadderState, event: LadderEventOf<'ruling_given'>): LadderPatch {
    const { dispute_id, status } = event.data;
    const dispute = state.disputes[dispute_id];
    if (!dispute) {
      return {};
    }
    return {
      disputes: { [dispute_id]: { ...dispute, status, ruling: toRuling(event) } },
      ...markRuled(state, event),
    };
  },

  appeal_made(state: LadderState, event: LadderEventOf<'appeal_made'>): LadderPatch {
    const { appeal_id, dispute_id, by, statement, stands_at } = event.data;
    return {
      ...patchMatch(state, event, { appeal_id }),
      appeals: {
        [appeal_id]: {
          id: appeal_id,
          match_id: event.match_id ?? '',
          dispute_id,
          by,
          person_id: event.actor_id ?? '',
          at: event.at,
          text: statement,
          ...(stands_at ? { stands_at } : {}),
          status: 'open',
          ruling: null,
        },
      },
    };
  },

  case_unjudged(state: LadderState, event: LadderEventOf<'case_unjudged'>): LadderPatch {
    const { dispute_id, appeal_id, stands_at } = event.data;
    const dispute = state.disputes[dispute_id ?? ''];
    const appeal = state.appeals[appeal_id ?? ''];
    return {
      ...(dispute ? { disputes: { [dispute.id]: { ...dispute, stands_at } } } : {}),
      ...(appeal ? { appeals: { [appeal.id]: { ...appeal, stands_at } } } : {}),
    };
  },

  appeal_decided(state: LadderState, event: LadderEventOf<'appeal_decided'>): LadderPatch {
    const { appeal_id, status } = event.data;
    const appeal = state.appeals[appeal_id];
    if (!appeal) {
      return {};
    }
    return { appeals: { [appeal_id]: { ...appeal, status, ruling: toRuling(event) } } };
  },
};

function toRuling(event: LadderEventOf<'ruling_given'> | LadderEventOf<'appeal_decided'>): Ruling {
  const { outcome, rule, text } = event.data;
  return { by: event.actor_id ?? '', at: event.at, outcome, rule, reason: text };
}

/** A result that a ruling has upheld is a ruled one from then on: appealed, not disputed again. The clock rules nothing. */
function markRuled(state: LadderState, event: LadderEventOf<'ruling_given'>): LadderPatch {
  const result = state.matches[event.match_id ?? '']?.result;
  return result && event.data.text !== null
    ? patchMatch(state, event, {
        result: { ...result, ruled_by: event.actor_id, ruled_at: event.at },
      })
    : {};
}
