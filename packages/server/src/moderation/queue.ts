/** The topic on which every change of any case is told; it says nothing of the case. */
export const allCasesTopic = 'case:00000000-0000-0000-0000-000000000000';

/** How many questions a case has at most; its table holds it too. */
export const mostQuestions = 5;

/** SQL: what a thing is called in a report's copy of it: its name or else its first words. */
export const toThingTitleSql = (snapshot: string) =>
  `left(coalesce(nullif(${snapshot} ->> 'title', ''), ${snapshot} ->> 'words', ''), 80)`;

/** SQL: what a case's thing is called, as it was reported last. */
export const toTitleSql = (caseId: string) => `coalesce((
  select ${toThingTitleSql('snapshot')}
  from private.reports where case_id = ${caseId} order by reported_at desc, id limit 1), '')`;

/** SQL: the same where others read it: nothing of what is hidden, which is read by a press that is written down. */
export const toShownTitleSql = (caseId: string) => `case when exists (
    select from private.case_acts hiding
    where hiding.case_id = ${caseId} and hiding.act = 'hide' and hiding.undone_at is null) then ''
  else ${toTitleSql(caseId)} end`;
