import type {
  OwnCase,
  OwnQuestion,
  OwnReport,
  OwnReportsData,
} from '@muster/site/pages/moderation/data.ts';
import type { Loader } from '../context.ts';
import { type JsonInstant, toInstant, toInstantOrNull } from '../page/instants.ts';
import { appealWithin } from './case-row.ts';
import { toToldSql } from './concerned.ts';
import { toActLine, toActsSql } from './page-case.ts';
import { toThingTitleSql, toTitleSql } from './queue.ts';

type ActRows = Parameters<typeof toActLine>[0][];
type ReportRow = Omit<OwnReport, 'at' | 'acts'> & { at: JsonInstant; acts: ActRows };
type CaseRow = Omit<OwnCase, 'at' | 'acts' | 'appeal_until'> & {
  at: JsonInstant;
  acts: ActRows;
  appealed_at: JsonInstant | null;
};

interface OwnRow {
  reports: ReportRow[];
  cases: CaseRow[];
  questions: (Omit<OwnQuestion, 'at'> & { at: JsonInstant })[];
}

/** $1 the person. */
const statement = `
  select (select coalesce(json_agg(r), '[]') from (
      select r.id, c.kind, ${toThingTitleSql('r.snapshot')} as title,
        coalesce(r.snapshot ->> 'path', '') as path, r.reason, r.words, r.reported_at as at, c.status, c.answer,
        ${toActsSql('c.id')} as acts
      from private.reports r join private.cases c on c.id = r.case_id
      where r.person_id = $1 order by r.reported_at desc, r.id limit 100) r) as reports,
    (select coalesce(json_agg(o), '[]') from (
      select c.id, c.kind, c.status, c.answer, c.decided_at as at, c.appealed_at, c.appeal, c.appeal_granted,
        c.appeal_answer, ${toTitleSql('c.id')} as title, ${toActsSql('c.id')} as acts
      from private.cases c
      where ${toToldSql('$1')}
      order by c.decided_at desc, c.id limit 100) o) as cases,
    (select coalesce(json_agg(q), '[]') from (
      select q.id, c.kind, ${toTitleSql('c.id')} as title, q.words, q.asked_at as at, q.answer,
        q.answer is null and c.status in ('open', 'appealed') as is_open
      from private.case_questions q join private.cases c on c.id = q.case_id
      where q.person_id = $1 order by q.answer is null desc, q.asked_at desc, q.id limit 100) q) as questions`;

function toOwnCase({ at, acts, appealed_at, ...row }: CaseRow, now: Date): OwnCase {
  const decided = toInstant(at);
  const until = new Date(Date.parse(decided) + appealWithin).toISOString();
  const mayAppeal =
    row.status === 'decided' &&
    toInstantOrNull(appealed_at) === null &&
    acts.some(({ undone_at }) => undone_at === null) &&
    now.toISOString() <= until;
  return {
    ...row,
    at: decided,
    acts: acts.map(toActLine),
    appeal_until: mayAppeal ? until : null,
  };
}

/** What the person has reported with what became of it, and what was decided about them. */
export const loadOwnReports: Loader<OwnReportsData> = async ({ database, viewer, now }) => {
  if (viewer === null) {
    return null;
  }
  const [row] = await database.query<OwnRow>(statement, [viewer.person_id]);
  return {
    questions: (row?.questions ?? []).map((asked) => ({ ...asked, at: toInstant(asked.at) })),
    reports: (row?.reports ?? []).map((report) => ({
      ...report,
      at: toInstant(report.at),
      acts: report.acts.map(toActLine),
    })),
    cases: (row?.cases ?? []).map((own) => toOwnCase(own, now)),
  };
};
