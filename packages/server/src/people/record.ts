import type { Queryable } from '@muster/database';
import type { SanctionKind } from '@muster/league';
import type { RecordedSanction } from '@muster/site/pages/people/data.ts';
import { appealAnsweredWithin } from '../page/case-office.ts';
import { toClaimEnd, toClaimHoldsSql } from '../page/claims.ts';
import { type JsonInstant, toInstant } from '../page/instants.ts';

const day = 24 * 3600 * 1000;

/** How long after it was given a sanction may be appealed. */
const appealDays = 14;

const recordLimit = 100;

interface RecordRow {
  id: string;
  kind: SanctionKind;
  given_by: string | null;
  starts_at: Date;
  ends_at: Date | null;
  is_lifted: boolean;
  rule: string | null;
  by: string | null;
  reason: string | null;
  ladder: { id: string; slug: string; name: string } | null;
  lifted: { at: JsonInstant; by: string | null; reason: string | null } | null;
  /** The case that gave it: its appeal is that of the sanction. */
  case_id: string | null;
  may_appeal_case: boolean;
  appeal: {
    words: string;
    made_at: JsonInstant;
    decided_at: JsonInstant | null;
    is_granted: boolean | null;
    answer: string | null;
    by: string | null;
    holder: { person_id: string; username: string; held_at: JsonInstant } | null;
  } | null;
  /** Whether the reader has the office that may lift it. */
  is_office: boolean;
  is_mate: boolean;
  others: number;
}

/** Of the sanction `s` whose ladder is none or its own: the admins. */
const officeOf = `select a.person_id from public.admins a where a.ladder_id is null or a.ladder_id = s.ladder_id`;

/** Whether the person in `other` is on a team with whom the sanction holds against. */
const toMateSql = (other: string) => `exists (
  select from public.rosters theirs join public.rosters own using (team_id)
  where theirs.person_id = s.person_id and own.person_id = ${other})`;

/** $1 the person, $2 who reads, $3 now. */
const recordSql = `
  select s.id, s.kind, s.given_by, s.starts_at, s.ends_at, s.is_lifted, s.rule, p.username as by, x.text as reason,
    case when l.id is not null then json_build_object('id', l.id, 'slug', l.slug, 'name', l.name) end as ladder,
    case when s.is_lifted then (
      select json_build_object('at', e.at, 'by', lp.username, 'reason', lx.text)
      from public.league_events e
      left join public.profiles lp on lp.id = e.actor_id
      left join private.event_texts lx on lx.id = (e.data -> 'text' ->> 'text_id')::uuid
      where e.stream = 'site' and e.type = 'sanction_lifted' and e.data ->> 'sanction_id' = s.id::text
      limit 1) end as lifted,
    c.id as case_id, coalesce(c.status = 'decided' and c.appealed_at is null, false) as may_appeal_case,
    case when q.sanction_id is not null then json_build_object('words', q.words, 'made_at', q.made_at,
        'decided_at', q.decided_at, 'is_granted', q.is_granted, 'answer', q.answer, 'by', dp.username,
        'holder', case when ${toClaimHoldsSql('case', 'q.held_at', '$3')} then
          json_build_object('person_id', hp.id, 'username', hp.username, 'held_at', q.held_at) end)
      when c.appealed_at is not null then json_build_object('words', c.appeal, 'made_at', c.appealed_at,
        'decided_at', c.appeal_decided_at, 'is_granted', c.appeal_granted, 'answer', c.appeal_answer,
        'by', (select username from public.profiles where id = c.appeal_decided_by), 'holder', null) end as appeal,
    $2::uuid in (${officeOf}) as is_office,
    ${toMateSql('$2::uuid')} as is_mate,
    (select count(distinct o.person_id)::int from (${officeOf}) o
      where o.person_id is distinct from s.given_by and o.person_id <> s.person_id
        and not ${toMateSql('o.person_id')}) as others
  from public.sanctions s
  left join public.ladders l on l.id = s.ladder_id
  left join public.profiles p on p.id = s.given_by
  left join private.event_texts x on x.id = s.text_id
  left join private.sanction_appeals q on q.sanction_id = s.id
  left join public.profiles dp on dp.id = q.decided_by
  left join public.profiles hp on hp.id = q.holder_id
  left join private.case_acts act on act.sanction_id = s.id
  left join private.cases c on c.id = act.case_id
  where s.person_id = $1
  order by s.starts_at desc, s.id desc limit ${recordLimit}`;

/** Until when a sanction that was given at an instant may be appealed. */
export const toAppealEnd = (from: string): string =>
  new Date(Date.parse(from) + appealDays * day).toISOString();

/** Everything that was ever given to somebody, what holds now first; what the reader may do with each. */
export async function loadRecord(
  queryable: Queryable,
  { personId, readerId, now }: { personId: string; readerId: string; now: Date },
): Promise<RecordedSanction[]> {
  const rows = await queryable.query<RecordRow>(recordSql, [personId, readerId, now]);
  const record = rows.map((row) =>
    toRecorded(row, { isOwn: personId === readerId, readerId, now }),
  );
  return record.sort((one, other) => Number(other.is_in_force) - Number(one.is_in_force));
}

function toRecorded(
  row: RecordRow,
  { isOwn, readerId, now }: { isOwn: boolean; readerId: string; now: Date },
): RecordedSanction {
  const from = row.starts_at.toISOString();
  const until = row.ends_at?.toISOString() ?? null;
  const isInForce = !row.is_lifted && (until === null || until > now.toISOString());
  const appealUntil = toAppealEnd(from);
  // What was said against it is for who decides it and for who said it.
  const isHeard = isOwn || row.is_office;
  const appeal = isHeard ? toAppeal(row.appeal, readerId) : null;
  const isWaiting = appeal !== null && appeal.decided === null && !row.is_lifted;
  const isFree = row.case_id === null ? appeal === null : row.may_appeal_case;
  const isParty = isOwn || row.is_mate || row.given_by === readerId;
  return {
    ...{ id: row.id, kind: row.kind, from, until, by: row.by, rule: row.rule, reason: row.reason },
    ladder: row.ladder,
    is_in_force: isInForce,
    lifted: row.lifted && { ...row.lifted, at: toInstant(row.lifted.at) },
    appeal,
    case_id: isHeard ? row.case_id : null,
    may_appeal: isOwn && isFree && !row.is_lifted && now.toISOString() <= appealUntil,
    appeal_until: appealUntil,
    may_lift: row.is_office && !isOwn && !row.is_lifted,
    may_answer: row.is_office && !isParty && isWaiting && row.case_id === null,
    others: row.others,
  };
}

function toAppeal(row: RecordRow['appeal'], readerId: string): RecordedSanction['appeal'] {
  if (row === null) {
    return null;
  }
  const { words, made_at, decided_at, is_granted, answer, by, holder } = row;
  return {
    words,
    made_at: toInstant(made_at),
    until: new Date(Date.parse(made_at) + appealAnsweredWithin).toISOString(),
    holder: holder && {
      username: holder.username,
      since: toInstant(holder.held_at),
      until: toClaimEnd('case', holder.held_at),
      is_own: holder.person_id === readerId,
    },
    decided:
      decided_at === null
        ? null
        : {
            at: toInstant(decided_at),
            is_granted: is_granted === true,
            answer: answer ?? '',
            by,
          },
  };
}
