/** What can be reported; a name, a picture and what a team says of itself are its team's or its person's. */
export const thingKinds = [
  'match_message',
  'scrim_message',
  'post',
  'answer',
  'evidence',
  'article',
  'team',
  'person',
] as const;
export type ThingKind = (typeof thingKinds)[number];

/** What somebody chooses of when they report. */
export const reportReasons = ['spam', 'insult', 'cheating', 'name', 'picture', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

/** `flagged` is what the word list found. */
export type CaseReason = ReportReason | 'flagged';

export const caseStatuses = ['open', 'decided', 'closed', 'appealed', 'final'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** In the order in which a decision does them. */
export const caseActs = [
  'hide',
  'remove_picture',
  'rename_team',
  'disband_team',
  'rename_person',
  'mute',
  'ban',
] as const;
export type CaseAct = (typeof caseActs)[number];

/** The acts that there are for each kind of thing. */
export function listActs(kind: ThingKind): readonly CaseAct[] {
  if (kind === 'article') {
    return ['hide'];
  }
  if (kind === 'team') {
    return ['remove_picture', 'rename_team', 'disband_team'];
  }
  return kind === 'person' ? ['rename_person', 'mute', 'ban'] : ['hide', 'mute', 'ban'];
}

/** Whether an act takes more than a thing out of sight: its sentence is the reason that the person reads. */
export const needsReason = (act: CaseAct) => act !== 'hide' && act !== 'remove_picture';

/** Who has a case in hand, and since when. */
export interface CaseClaim {
  username: string;
  since: string;
  /** When it lapses by itself. */
  until: string;
  is_own: boolean;
}

/** A case on the page of whom it is about, with what is in force of its decision. */
export interface CaseBrief {
  id: string;
  kind: ThingKind;
  status: CaseStatus;
  at: string;
  title: string;
  acts: CaseAct[];
}
