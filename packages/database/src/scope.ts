import type { Scope } from './types.ts';

/** How long a statement under a person's rights may take: what Supabase gives `authenticated`. */
const scopedStatementTimeoutMs = 8_000;

const statement = `select
  set_config('request.jwt.claims', $1, true),
  set_config('request.jwt.claim.sub', $2, true),
  set_config('request.jwt.claim.role', $3, true),
  set_config('request.jwt.claim.email', $4, true),
  set_config('statement_timeout', $5, true),
  set_config('role', $6, true)`;

function toSetting(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/**
 * The one statement that gives a transaction its rights and claims, for that transaction only.
 * The role comes last: what stands before it is set with the rights that the connection has.
 */
export function toScopeStatement(
  scope: Scope,
  statementTimeout = scopedStatementTimeoutMs,
): { text: string; values: string[] } {
  return {
    text: statement,
    values: [
      JSON.stringify(scope.claims),
      toSetting(scope.claims.sub),
      scope.role,
      toSetting(scope.claims.email),
      String(statementTimeout),
      scope.role,
    ],
  };
}
