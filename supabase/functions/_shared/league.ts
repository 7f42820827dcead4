const url = Deno.env.get('SUPABASE_URL');
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY');

/**
 * Whether a request comes with the operator's key. Who calls has shown a token that the league has signed; that
 * may be anybody's, whose role its claims name.
 */
export function isOperator(request: Request): boolean {
  const [, claims = ''] = (request.headers.get('authorization') ?? '').split('.');
  try {
    const text = atob(claims.replaceAll('-', '+').replaceAll('_', '/'));
    return JSON.parse(text).role === 'service_role';
  } catch {
    return false;
  }
}

export function refuse(status: number, code: string): Response {
  return Response.json({ code }, { status });
}

/** Asks one of the league's services with the operator's key; throws where it does not answer well. */
export async function askLeague(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    ...init,
    headers: { apikey: key ?? '', authorization: `Bearer ${key}`, ...init.headers },
  });
  if (!answer.ok) {
    throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  }
  return answer;
}
