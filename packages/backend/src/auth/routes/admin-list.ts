import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { getExternalUrl } from '../origins.ts';
import { presentUser } from '../presenters.ts';
import { listUsers } from '../users.ts';

const defaultPerPage = 50;
const maximumPerPage = 1000;

/** GET /admin/users: a page of people, newest first. */
export async function handleAdminListUsers(
  auth: Auth,
  context: Context<AuthEnv>,
): Promise<Response> {
  const page = parseNumber(context.req.query('page'), 1);
  const perPage = Math.min(
    parseNumber(context.req.query('per_page'), defaultPerPage),
    maximumPerPage,
  );
  const { users, total } = await listUsers(auth.database, {
    limit: perPage,
    offset: (Math.max(page, 1) - 1) * perPage,
    order: parseOrder(context.req.query('sort') ?? ''),
    filter: context.req.query('filter') ?? '',
    audience: auth.config.jwt.audience,
  });
  const last = perPage === 0 ? 1 : Math.ceil(total / perPage);
  const address = (number: number) => {
    const url = new URL(`${getExternalUrl(auth.config, context)}/admin/users`);
    url.search = new URL(context.req.url).search;
    url.searchParams.set('page', String(number));
    return `${url.pathname}${url.search}`;
  };
  const next = last > page ? `<${address(page + 1)}>; rel="next", ` : '';
  return context.json({ users: users.map(presentUser), aud: auth.config.jwt.audience }, 200, {
    'X-Total-Count': String(total),
    Link: `${next}<${address(last)}>; rel="last"`,
  });
}

/** A number of pages or rows out of an address. */
export function parseNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') {
    return fallback;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  throw validationFailed(
    `Bad Pagination Parameters: strconv.ParseUint: parsing "${text}": invalid syntax`,
  );
}

/** Only what stands here ever becomes SQL. */
function parseOrder(text: string): string {
  const [field = '', direction = 'desc'] = text.split(/\s+/);
  if (field === '') {
    return 'u.created_at desc';
  }
  if (field !== 'created_at') {
    throw validationFailed(`Bad Sort Parameters: bad field for sort '${field}'`);
  }
  return direction.toLowerCase() === 'asc' ? 'u.created_at asc' : 'u.created_at desc';
}
