import type { Queryable } from '@muster/database';
import type {
  AskedPerson,
  CaseActLine,
  CaseData,
  CasePrecedent,
  CaseQuestion,
  CaseReport,
  ReportedThing,
} from '@muster/site/pages/moderation/data.ts';
import type { Loader } from '../context.ts';
import { appealAnsweredWithin, toDecidersSql } from '../page/case-office.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';
import { previewBan, previewLadderBans } from '../people/after-ban.ts';
import {
  type PrecedentRow,
  precedentsShown,
  toPrecedent,
  toPrecedentsSql,
} from '../people/precedents.ts';
import { loadTeamEnd } from '../people/team-end.ts';
import { type CaseRow, findClaimEnd, getCaseId, mayDecide, toClaim } from './case-row.ts';
import { isInSight } from './hide.ts';
import { mostQuestions, toShownTitleSql } from './queue.ts';

type ActRow = Omit<CaseActLine, 'until' | 'undone_at'> & {
  until: JsonInstant | null;
  undone_at: JsonInstant | null;
};

interface PageRow extends CaseRow {
  ladder: CaseData['ladder'];
  concerned: CaseData['concerned'];
  team: CaseData['team'];
  decider: string | null;
  appeal_decider: string | null;
  holder: string | null;
  is_party: boolean;
  is_site_admin: boolean;
  others: number;
  things: ReportedThing[];
  reports: (Omit<CaseReport, 'at'> & { at: JsonInstant })[];
  acts: ActRow[];
  questions: (Omit<CaseQuestion, 'at' | 'answered_at'> & {
    at: JsonInstant;
    answered_at: JsonInstant | null;
  })[];
  people: AskedPerson[];
  lengths: PrecedentRow[];
  precedents: (Omit<CasePrecedent, 'at' | 'acts'> & { at: JsonInstant; acts: ActRow[] })[];
}

export const toActsSql = (caseId: string) => `(
  select coalesce(json_agg(json_build_object('id', a.id, 'act', a.act, 'until', a.ends_at, 'undone_at', a.undone_at)
    order by a.at, a.id), '[]') from private.case_acts a where a.case_id = ${caseId})`;

export const toActLine = ({ until, undone_at, ...act }: ActRow): CaseActLine => ({
  ...act,
  until: toInstantOrNull(until),
  undone_at: toInstantOrNull(undone_at),
});

const nameOf = (column: string) => `(select username from public.profiles where id = ${column})`;

/** $1 the case, $2 who looks, $3 now: nothing comes for whoever has no office for it. */
const statement = `
  select c.*, ${nameOf('c.decided_by')} as decider, ${nameOf('c.appeal_decided_by')} as appeal_decider,
    ${nameOf('c.holder_id')} as holder,
    case when l.id is not null then json_build_object('slug', l.slug, 'name', l.name) end as ladder,
    case when p.id is not null then json_build_object('username', p.username, 'user_id', p.user_id) end as concerned,
    (select json_build_object('slug', t.slug, 'name', t.name) from public.teams t where t.id = c.team_id) as team,
    private.is_case_party(c.id, $2) as is_party,
    exists (select 1 from public.admins a where a.person_id = $2 and a.ladder_id is null) as is_site_admin,
    (select count(*)::integer from (${toDecidersSql('$3')}) o where o.person_id <> $2) as others,
    (select coalesce(json_agg(t.snapshot), '[]') from (
      select snapshot from private.reports where case_id = c.id and snapshot <> '{}'
      group by snapshot order by min(reported_at) limit 20) t) as things,
    (select coalesce(json_agg(r), '[]') from (
      select r.reason, r.words, r.reported_at as at,
        case when w.id is not null then json_build_object('username', w.username, 'user_id', w.user_id) end as by
      from private.reports r left join public.profiles w on w.id = r.person_id
      where r.case_id = c.id order by r.reported_at, r.id limit 200) r) as reports,
    ${toActsSql('c.id')} as acts,
    (select coalesce(json_agg(json_build_object('id', q.id, 'to', ${nameOf('q.person_id')}, 'by', ${nameOf('q.asked_by')},
        'words', q.words, 'at', q.asked_at, 'answer', q.answer, 'answered_at', q.answered_at) order by q.number), '[]')
      from private.case_questions q where q.case_id = c.id) as questions,
    (select coalesce(json_agg(json_build_object('person_id', a.id, 'username', a.username, 'part', p.part)
        order by p.part, a.username), '[]')
      from private.list_case_people(c.id) p
      join public.profiles a on a.id = p.person_id and a.user_id is not null) as people,
    (select coalesce(json_agg(q order by q.place), '[]')
      from (${toPrecedentsSql('c.person_id is not null', 's.person_id = c.person_id')}) q
      where q.kind in ('mute', 'ban') and q.place <= ${precedentsShown}) as lengths,
    (select coalesce(json_agg(e), '[]') from (
      select e.id, e.kind, e.status, coalesce(e.decided_at, e.opened_at) as at, ${toShownTitleSql('e.id')} as title,
        ${toActsSql('e.id')} as acts
      from private.cases e
      where e.id <> c.id and (e.person_id = c.person_id or (e.team_id = c.team_id and c.person_id is null)
        or (e.kind = c.kind and e.subject = c.subject))
      order by e.opened_at desc, e.id limit 20) e) as precedents
  from private.cases c
  left join public.ladders l on l.id = c.ladder_id
  left join public.profiles p on p.id = c.person_id
  where c.id = $1 and ${mayDecide}`;

/** What a ban would do now where whoever looks would give it: everywhere by a site admin, else on the ladder. */
async function findAfter(
  queryable: Queryable,
  row: PageRow,
  now: Date,
): Promise<CaseData['after']> {
  const { person_id, ladder_id, is_site_admin, status } = row;
  if (person_id === null || status !== 'open') {
    return null;
  }
  const ban = { personId: person_id, now };
  if (is_site_admin) {
    return { site: await previewBan(queryable, ban), ladder: null };
  }
  const ladders = ladder_id === null ? [] : [ladder_id];
  const [ladder = null] = await previewLadderBans(queryable, ban, ladders);
  return { site: null, ladder };
}

/** What the end of the team would move, where it may be ended. */
async function findEnding(
  queryable: Queryable,
  { kind, team_id, status, is_site_admin }: PageRow,
): Promise<CaseData['ending']> {
  const mayEnd = kind === 'team' && team_id !== null && status === 'open' && is_site_admin;
  return mayEnd ? loadTeamEnd(queryable, team_id) : null;
}

function findBar(row: PageRow, personId: string): CaseData['bar'] {
  if (row.is_party) {
    return 'party';
  }
  return row.status === 'appealed' && row.decided_by === personId ? 'first' : null;
}

/** Whoever may decide may ask, while the case waits in nobody else's hand and has room for a question. */
function mayAsk(row: PageRow, holder: CaseData['holder'], personId: string): boolean {
  const waits = row.status === 'open' || row.status === 'appealed';
  const isTaken = holder?.is_own === false;
  const hasRoom = row.questions.length < mostQuestions;
  return waits && !isTaken && hasRoom && findBar(row, personId) === null;
}

function toClaimOrNull(row: PageRow, now: Date, personId: string): CaseData['holder'] {
  const until = findClaimEnd(row);
  const holds = until !== null && until > now.toISOString() && row.holder !== null;
  return holds ? toClaim(row.holder ?? '', row, personId) : null;
}

function toAppeal({ appealed_at, appeal }: PageRow): CaseData['appeal'] {
  if (appealed_at === null) {
    return null;
  }
  const until = new Date(appealed_at.getTime() + appealAnsweredWithin).toISOString();
  return { text: appeal, at: appealed_at.toISOString(), until };
}

/** A case with all that is known of it, for those who may decide it. */
export const loadCase: Loader<CaseData> = async ({ database, viewer, params, now }) => {
  if (viewer === null) {
    return null;
  }
  const personId = viewer.person_id;
  const id = getCaseId({ id: params.id ?? '' });
  const [row] = await database.query<PageRow>(statement, [id, personId, now]);
  if (row === undefined) {
    return null;
  }
  const acts = row.acts.map(toActLine);
  const holder = toClaimOrNull(row, now, personId);
  const isHidden = acts.some(
    ({ act, undone_at }) => undone_at === null && (act === 'hide' || act === 'remove_picture'),
  );
  const inForce = acts.some(({ undone_at }) => undone_at === null);
  const isSettled = row.status === 'decided' || row.status === 'final';
  return {
    id: row.id,
    kind: row.kind,
    status: row.status,
    version: row.version,
    opened_at: row.opened_at.toISOString(),
    ladder: row.ladder,
    concerned: row.concerned,
    team: row.team,
    after: await findAfter(database, row, now),
    ending: await findEnding(database, row),
    may_hide: row.status === 'open' && (await isInSight(database, row)),
    is_site_admin: row.is_site_admin,
    things: isHidden ? null : row.things,
    // Whom it concerns may have an office too, and learns there no more of who reported them than anybody.
    reports: row.reports.map(({ by, at, ...report }) => ({
      ...report,
      by: row.is_party ? null : by,
      at: toInstant(at),
    })),
    acts,
    decided:
      row.decided_at === null
        ? null
        : { by: row.decider, at: row.decided_at.toISOString(), answer: row.answer },
    appeal: toAppeal(row),
    appeal_decided:
      row.appeal_decided_at === null
        ? null
        : {
            by: row.appeal_decider,
            at: row.appeal_decided_at.toISOString(),
            granted: row.appeal_granted === true,
            answer: row.appeal_answer,
          },
    holder,
    questions: (row.is_party ? [] : row.questions).map((asked) => ({
      ...asked,
      at: toInstant(asked.at),
      answered_at: toInstantOrNull(asked.answered_at),
    })),
    askable: mayAsk(row, holder, personId) ? row.people : [],
    precedents: row.precedents.map((one) => ({
      ...one,
      at: toInstant(one.at),
      acts: one.acts.map(toActLine),
    })),
    lengths: row.lengths.map(toPrecedent),
    bar: findBar(row, personId),
    may_undo:
      isSettled && inForce && !row.is_party && (row.is_site_admin || row.decided_by === personId),
    others: row.others,
  };
};
