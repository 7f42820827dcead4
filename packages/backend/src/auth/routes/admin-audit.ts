import type { Context } from 'hono';
import type { Auth, AuthEnv } from '../context.ts';
import { validationFailed } from '../errors.ts';
import { parseNumber } from './admin-list.ts';

/** What an audit entry may be searched by, and where in its payload that stands. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  author: ['actor_username', 'actor_name'],
  action: ['action'],
  type: ['log_type'],
};

const defaultPerPage = 50;
const maximumPerPage = 1000;

/** GET /admin/audit: what happened, newest first; `query=author:name` searches. */
export async function handleAdminAudit(auth: Auth, context: Context<AuthEnv>): Promise<Response> {
  const { fields, wanted } = parseQuery(context.req.query('query') ?? '');
  const perPage = Math.min(
    parseNumber(context.req.query('per_page'), defaultPerPage),
    maximumPerPage,
  );
  const page = Math.max(parseNumber(context.req.query('page'), 1), 1);
  const entries = await auth.database.query(
    `select id, payload, created_at, ip_address from auth.audit_log_entries
     where cardinality($1::text[]) = 0
       or exists (select from unnest($1::text[]) as field
                  where payload ->> field ilike '%' || $2 || '%')
     order by created_at desc, id limit $3 offset $4`,
    [fields, wanted, perPage, (page - 1) * perPage],
  );
  return context.json(entries);
}

function parseQuery(text: string): { fields: readonly string[]; wanted: string } {
  if (text === '') {
    return { fields: [], wanted: '' };
  }
  const [name = '', ...rest] = text.split(':');
  const fields = Object.hasOwn(fieldsOf, name) ? fieldsOf[name] : undefined;
  if (fields === undefined || rest.length === 0) {
    throw validationFailed(`Invalid query scope: ${text}`);
  }
  return { fields, wanted: rest.join(':') };
}
