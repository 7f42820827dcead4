import type { CasesData } from '@muster/site/pages/moderation/data.ts';
import { thingKinds } from '@muster/site/pages/moderation/kinds.ts';
import type { Loader } from '../context.ts';
import { listCases } from './list-cases.ts';

const linesAPage = 50;
const mostPages = 1000;

/** Cases that wait or are done, for whoever has an office that decides some; for nobody else. */
export const loadCases: Loader<CasesData> = async ({ database, viewer, url, now }) => {
  if (viewer === null) {
    return null;
  }
  const personId = viewer.person_id;
  const [office] = await database.query(
    `select 1 from public.admins where person_id = $1
     union all select 1 from public.editors where person_id = $1 limit 1`,
    [personId],
  );
  if (office === undefined) {
    return null;
  }
  const isDone = url.searchParams.get('show') === 'done';
  const asked = url.searchParams.get('kind');
  const kind = thingKinds.find((known) => known === asked) ?? null;
  const number = Number(url.searchParams.get('page') ?? 1);
  const page = Number.isInteger(number) && number >= 1 && number <= mostPages ? number : 1;
  const offset = (page - 1) * linesAPage;
  const listed = { personId, at: now, isDone, kind, limit: linesAPage + 1, offset };
  const lines = await listCases(database, listed);
  const has_more = lines.length > linesAPage;
  const { is_site_admin } = viewer;
  return {
    is_done: isDone,
    kind,
    lines: lines.slice(0, linesAPage),
    page,
    has_more,
    is_site_admin,
  };
};
