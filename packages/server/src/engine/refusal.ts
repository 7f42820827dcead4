import { findDamage, toUnavailable } from '@muster/database';
import type { Refusal, RefusalCode } from '@muster/league';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

type Nothing = Record<string, never>;

/** What the server refuses beside the rules, by its code, with the figures that its sentence shows. */
interface RequestRefusalParams {
  /** An address that no server of the internet has, nor one of the networks that are allowed. */
  address_not_allowed: { host: string };
  /** The account that would be left has an address of somebody else here. */
  address_taken: Nothing;
  /** A sanction that a case gave: it is appealed there. */
  appealed_with_case: { case: string };
  /** What of the server's own has that name or address word already. */
  already_exists: { what: string; id: string };
  body_too_large: { limit: number };
  /** What was done to a case since whoever acts has read it: its version now. */
  case_moved: { version: number };
  /** Whoever has a part in what was reported decides nothing of it. */
  case_party: Nothing;
  /** A case in which this cannot be done any more, or not yet. */
  case_state: { status: string };
  /** Whoever decided first does not decide the appeal. */
  own_decision: Nothing;
  own_thing: Nothing;
  /** The same person has kept another version of the draft since it was read: its name. */
  /** A file of the database is damaged, and what is asked for lies in it. */
  database_damaged: Nothing;
  draft_changed: { version: string };
  drafts_full: { most: number };
  evidence_closed: Nothing;
  evidence_full: { pieces: number; megabytes: number };
  evidence_ruled: Nothing;
  field_invalid: { field: string; rule?: string };
  file_broke_off: Nothing;
  file_empty: Nothing;
  file_too_large: { megabytes: number };
  file_type_refused: Nothing;
  internal_error: Nothing;
  json_expected: Nothing;
  json_invalid: Nothing;
  /** Without this way to sign in no site admin could come back. */
  last_way: Nothing;
  last_way_in: { provider: string };
  /** Somebody else has changed the lists of the bar since they were read. */
  menus_changed: Nothing;
  /** What of the server's own an address names and is not there. */
  not_found: { what: string; id: string };
  not_editor: Nothing;
  not_own_account: Nothing;
  not_signed_in: Nothing;
  /** From which host it came, and the variable that says which one is the league's. */
  origin_not_allowed: { host: string; setting: 'SITE_URL' };
  picture_broken: Nothing;
  picture_removed: Nothing;
  picture_too_large: Nothing;
  pictures_full: { most: number };
  rate_limited: { seconds: number };
  recovery_code_wrong: Nothing;
  /** The league that is here may not make way for the one of a backup. */
  restore_hindered: { reason: 'people_here' | 'served_elsewhere' | 'other_tables' };
  /** In megabytes. */
  restore_no_room: { wanted: number; free: number };
  /** It does not follow on how far the restore is. */
  restore_out_of_step: Nothing;
  /** A game or a ladder in which nothing new begins. */
  retired: { name: string };
  /** Somebody has saved the same language since it was read: the newest revision of it. */
  revision_stale: { revision: number; locale: string };
  second_factor_missing: Nothing;
  /** What is asked is only for somebody who has just signed in. */
  sign_in_stale: Nothing;
  /** The host's environment says it; nobody can here. */
  set_by_environment: { variable: string };
  unavailable: { seconds: number };
  uploads_busy: { seconds: number };
}

export type RequestRefusalCode = keyof RequestRefusalParams;

type RequestRefusal = {
  [C in RequestRefusalCode]: {
    code: C;
    params: RequestRefusalParams[C];
    field?: string;
    /** Only where a client of ours is told to expect these very words. */
    message?: string;
  };
}[RequestRefusalCode];

/** Whatever a request may be refused with: by the rules, or by the server. */
export type AnyRefusal = Refusal | RequestRefusal;

/** The HTTP statuses of all refusals; those of the rules that are not named here are a plain 422. */
const statuses: Record<Exclude<RequestRefusalCode, RefusalCode>, ContentfulStatusCode> &
  Partial<Record<RefusalCode, ContentfulStatusCode>> = {
  field_invalid: 400,
  file_empty: 400,
  json_invalid: 400,
  not_signed_in: 401,
  muted: 403,
  not_admin: 403,
  not_captain: 403,
  not_editor: 403,
  not_member: 403,
  not_own_account: 403,
  origin_not_allowed: 403,
  sign_in_stale: 403,
  own_match: 403,
  suspended: 403,
  not_found: 404,
  file_broke_off: 408,
  already_exists: 409,
  answer_settled: 409,
  case_moved: 409,
  case_party: 403,
  case_state: 409,
  case_taken: 409,
  own_decision: 403,
  own_thing: 422,
  command_reused: 409,
  draft_changed: 409,
  set_by_environment: 409,
  match_changed: 409,
  menus_changed: 409,
  restore_hindered: 409,
  restore_out_of_step: 409,
  revision_stale: 409,
  body_too_large: 413,
  file_too_large: 413,
  file_type_refused: 415,
  json_expected: 415,
  address_not_allowed: 422,
  address_taken: 422,
  appealed_with_case: 422,
  drafts_full: 422,
  evidence_closed: 422,
  evidence_full: 422,
  evidence_ruled: 422,
  last_way: 422,
  last_way_in: 422,
  picture_broken: 422,
  picture_removed: 422,
  picture_too_large: 422,
  pictures_full: 422,
  recovery_code_wrong: 422,
  restore_no_room: 422,
  retired: 422,
  second_factor_missing: 422,
  rate_limited: 429,
  database_damaged: 500,
  internal_error: 500,
  unavailable: 503,
  uploads_busy: 503,
};

/** The codes that have a status of their own: the server's, and of the rules' those that are no plain 422. */
export const codesWithStatus: readonly string[] = Object.keys(statuses);

/** The HTTP status that a refusal is answered with. */
export function toStatus(code: AnyRefusal['code']): ContentfulStatusCode {
  return statuses[code] ?? 422;
}

/** The request is refused: a transaction that it is in is given up, and the refusal is the answer. */
export class Refused extends Error {
  readonly refusal: AnyRefusal;

  constructor(refusal: AnyRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }

  get status(): ContentfulStatusCode {
    return toStatus(this.refusal.code);
  }

  /** Who is to come again later hears when. */
  get headers(): Record<string, string> {
    const { params } = this.refusal;
    return 'seconds' in params ? { 'retry-after': String(params.seconds) } : {};
  }
}

/** Refuses a request, as the rules refuse a command. */
export function refuse(refusal: AnyRefusal): never {
  throw new Refused(refusal);
}

/** What an address names and is not there. */
export function refuseMissing(what: string): never {
  refuse({ code: 'not_found', params: { what, id: '' } });
}

/** A field whose value cannot be, with the rule that says so where there is one to name. */
export function refuseField(field: string, rule?: string): never {
  const params = rule === undefined ? { field } : { field, rule };
  refuse({ code: 'field_invalid', params, field });
}

/**
 * What whoever asked is told of a failure that is none of theirs: that the database is away or has too much to do, so
 * that the same again in a moment may well succeed, that its files are damaged, or no more than that it was ours.
 */
export function toFailureRefusal(error: unknown): Refused {
  const unavailable = toUnavailable(error);
  if (unavailable !== null) {
    return new Refused({ code: 'unavailable', params: { seconds: unavailable.retryAfter } });
  }
  const code = findDamage(error) === null ? 'internal_error' : 'database_damaged';
  return new Refused({ code, params: {} });
}
