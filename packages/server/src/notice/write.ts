import { hintChannel, toHintPayload } from '@muster/backend';
import type { Transaction } from '@muster/database';
import { getDefaultChoice, noticeKinds } from '@muster/site/pages/notices/kinds.ts';
import { createId } from '../engine/ids.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { toHasPartSql } from '../page/has-part.ts';
import { toHeldSql } from '../page/held.ts';
import type { NoticePlan } from './plan.ts';

/** A plan and one person of its audience, with what they have chosen. */
interface Recipient {
  n: number;
  person_id: string;
  in_page: boolean;
  by_mail: boolean;
}

/** Whether no sanction keeps somebody in office from acting on the ladder of a plan `p`, or everywhere. */
const toFreeSql = (person: string) =>
  `not ${toHeldSql({ person, at: '$2::timestamptz', ladder: 'p.ladder_id' })}`;

/** Whether somebody in office may judge the match of a plan `p`; of one that asks for no judge everybody may. */
const toMayJudgeSql = (person: string) => `
  (p.judged is null or (${person} is distinct from p.ruled_by and ${toFreeSql(person)} and not exists (
    select 1 from public.matches m where m.id = p.judged and (${toHasPartSql('m', person)}))))`;

/**
 * Finds the people of each plan's audience who have an account, without who did it, and whether they
 * want such a notice in the page and by mail. Nobody is mailed who has no confirmed address, and nobody
 * of the demonstration season.
 */
const recipientsSql = `
  with planned as (
    select * from jsonb_to_recordset($1) as p (n integer, audience text, subject uuid, roles text[],
      excepted uuid, ladder_id uuid, judged uuid, ruled_by uuid, kind text, may_mail boolean, mail_default boolean)
  ), found as (
    select p.n, r.person_id from planned p join public.entries e on e.id = p.subject
      join public.rosters r on r.team_id = e.team_id and r.role = any (p.roles)
      where p.audience = 'entry'
    union select p.n, e.person_id from planned p join public.entries e on e.id = p.subject
      where p.audience = 'entry' and e.person_id is not null
    union select p.n, r.person_id from planned p
      join public.rosters r on r.team_id = p.subject and r.role = any (p.roles)
      where p.audience = 'team'
    union select p.n, p.subject from planned p where p.audience = 'person'
    -- A ladder over which nobody who may act has been set is the site's admins' own; so is what all who are may not judge.
    union select p.n, a.person_id from planned p join public.admins a on a.ladder_id = p.subject
        or (a.ladder_id is null and not exists (
          select from public.admins o where o.ladder_id = p.subject and ${toFreeSql('o.person_id')}
            and ${toMayJudgeSql('o.person_id')}))
      where p.audience = 'ladder_admins' and ${toMayJudgeSql('a.person_id')}
    union select p.n, a.person_id from planned p join public.admins a on a.ladder_id is null
      where p.audience = 'site_admins' and ${toMayJudgeSql('a.person_id')}
    union select p.n, o.person_id from planned p join public.editors o on p.audience = 'editors'
    -- Whom the rules name, where nobody in office can judge.
    union select p.n, private.find_outsider(p.judged, $2) from planned p where p.judged is not null
  ), chosen as (
    select p.n, f.person_id, coalesce((s.notifications -> p.kind ->> 'page')::boolean, true) as in_page,
      p.may_mail and not profile.is_demo and u.email_confirmed_at is not null
        and coalesce(u.email, '') <> ''
        and coalesce((s.notifications -> p.kind ->> 'mail')::boolean, p.mail_default) as by_mail
    from found f
    join planned p on p.n = f.n and p.excepted is distinct from f.person_id
    join public.profiles profile on profile.id = f.person_id
    join auth.users u on u.id = profile.user_id
    left join private.person_settings s on s.person_id = f.person_id
  )
  select n, person_id, in_page, by_mail from chosen where in_page or by_mail order by n, person_id`;

/**
 * What counts (`count`) is one notice until it is read: ten pictures are not ten notices. Whoever is on both
 * sides of a match is told once; in one order for everybody, since two may write at once.
 */
const insert = `
  insert into private.notices as before (id, person_id, kind, origin, ladder_id, match_id, team_id, other_id, data,
    in_page, by_mail, created_at)
  select distinct on (person_id, kind, origin)
    id, person_id, kind, origin, ladder_id, match_id, team_id, other_id, data, in_page, by_mail, $2::timestamptz
  from jsonb_to_recordset($1) as n (id uuid, person_id uuid, kind text, origin text, ladder_id uuid,
    match_id uuid, team_id uuid, other_id uuid, data jsonb, in_page boolean, by_mail boolean)
  order by person_id, kind, origin, id
  on conflict (person_id, kind, origin) do update set
    data = excluded.data || jsonb_build_object('count',
      case when before.read_at is null then (before.data ->> 'count')::integer + 1 else 1 end),
    in_page = excluded.in_page, by_mail = excluded.by_mail, created_at = excluded.created_at,
    mailed_at = case when before.read_at is null then before.mailed_at end, read_at = null
    where excluded.data ? 'count'
  returning person_id, origin, in_page, by_mail and mailed_at is null as is_to_mail`;

interface Written {
  person_id: string;
  origin: string;
  in_page: boolean;
  is_to_mail: boolean;
}

async function findRecipients(
  transaction: Transaction,
  plans: readonly NoticePlan[],
  at: string,
): Promise<Recipient[]> {
  const planned = plans.map(({ kind, to, except, ladder_id }, n) => {
    return {
      n,
      audience: to.of,
      subject: 'id' in to ? to.id : null,
      roles: 'roles' in to ? to.roles : [],
      excepted: except,
      ladder_id,
      judged: ('judges' in to && to.judges?.match_id) || null,
      ruled_by: ('judges' in to && to.judges?.ruled_by) || null,
      kind,
      may_mail: noticeKinds[kind].isPageOnly !== true,
      mail_default: getDefaultChoice(kind).mail,
    };
  });
  return transaction.query<Recipient>(recipientsSql, [JSON.stringify(planned), at]);
}

/** How often the making of mails is tried; what they are then sent by has its own patience. */
const attempts = 10;

/** Tells each person's open pages that there is something new; only they may hear it. */
export async function hintPeople(
  transaction: Transaction,
  people: Iterable<string>,
): Promise<void> {
  const payloads = [...new Set(people)].map((id) =>
    toHintPayload({ topic: `person:${id}`, id, version: 0 }),
  );
  if (payloads.length === 0) {
    return;
  }
  await transaction.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
    hintChannel,
    payloads,
  ]);
}

/** Enqueues the mails of notices that are wanted by mail. */
export async function enqueueMails(
  transaction: Transaction,
  origins: Iterable<string>,
): Promise<void> {
  for (const origin of new Set(origins)) {
    await enqueue(transaction, {
      name: 'mail_notices',
      payload: { origin },
      key: `notices:${origin}`,
      attempts,
    });
  }
}

/** Writes the notices of some plans, each once a person, in the transaction of what they tell. */
export async function writeNotices(
  transaction: Transaction,
  plans: readonly NoticePlan[],
  at: string,
): Promise<void> {
  if (plans.length === 0) {
    return;
  }
  const recipients = await findRecipients(transaction, plans, at);
  const rows = recipients.flatMap(({ n, person_id, in_page, by_mail }) => {
    const plan = plans[n];
    if (plan === undefined) {
      return [];
    }
    const { kind, origin, ladder_id, match_id, team_id, other_id, facts } = plan;
    const about = { kind, origin, ladder_id, match_id, team_id, other_id, data: facts };
    return [{ id: createId(), person_id, ...about, in_page, by_mail }];
  });
  if (rows.length === 0) {
    return;
  }
  const written = await transaction.query<Written>(insert, [JSON.stringify(rows), at]);
  const told = written.filter(({ in_page }) => in_page).map(({ person_id }) => person_id);
  const mailed = written.filter(({ is_to_mail }) => is_to_mail).map(({ origin }) => origin);
  await Promise.all([hintPeople(transaction, told), enqueueMails(transaction, mailed)]);
}
