import { askLeague, isOperator, refuse } from '../_shared/league.ts';

/** One side of a match, as the read API has it. */
interface Entry {
  team: { name: string } | null;
  person: { username: string } | null;
}

interface Match {
  number: number;
  status: string;
  winner: 'challenger' | 'defender' | 'draw' | null;
  challenger_score: number | null;
  defender_score: number | null;
  ladder: { name: string };
  challenger: Entry;
  defender: Entry;
}

const over = ['completed', 'forfeited'];
const entry = 'team:teams(name),person:profiles!entries_person_id_fkey(username)';
const columns = [
  'number,status,winner,challenger_score,defender_score,ladder:ladders(name)',
  `challenger:entries!challenger_entry_id(${entry})`,
  `defender:entries!defender_entry_id(${entry})`,
].join(',');
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sendTimeoutMs = 15_000;

/**
 * Posts the result of a match to SUMMARY_WEBHOOK_URL, as chat platforms take it. Called with the operator's key and
 * `{"match_id": "…"}`, or by a webhook of the database on `matches`, whose `record` is the match.
 */
Deno.serve(async (request) => {
  if (!isOperator(request)) {
    return refuse(403, 'not_operator');
  }
  const asked = await request.json().catch(() => null);
  const id = asked?.match_id ?? asked?.record?.id;
  if (typeof id !== 'string' || !uuid.test(id)) {
    return refuse(400, 'match_id_missing');
  }
  const webhook = Deno.env.get('SUMMARY_WEBHOOK_URL');
  if (webhook === undefined) {
    return refuse(500, 'webhook_unknown');
  }
  const [match]: Match[] = await (
    await askLeague(`/rest/v1/matches?id=eq.${id}&select=${columns}`)
  ).json();
  if (match === undefined) {
    return refuse(404, 'match_unknown');
  }
  if (!over.includes(match.status)) {
    return Response.json({ sent: false, status: match.status });
  }
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // A name must not call everybody of a chat.
    body: JSON.stringify({ content: summarise(match, id), allowed_mentions: { parse: [] } }),
    signal: AbortSignal.timeout(sendTimeoutMs),
  });
  await answer.body?.cancel();
  console.log(
    `match ${match.number} of ${match.ladder.name}: the webhook answered ${answer.status}`,
  );
  return answer.ok ? Response.json({ sent: true }) : refuse(502, 'webhook_failed');
});

/** In no language: who played whom, who won, and where it stands. */
function summarise(match: Match, id: string): string {
  const { winner, challenger_score: ours, defender_score: theirs } = match;
  const mark = (side: Match['winner']) => (winner === side ? '🏆 ' : '');
  const score = ours === null || theirs === null ? '–' : `${ours}:${theirs}`;
  const sides = [
    `${mark('challenger')}${getName(match.challenger)}`,
    `${mark('defender')}${getName(match.defender)}`,
  ];
  return `${match.ladder.name}\n${sides.join(` ${score} `)}\n${Deno.env.get('SUPABASE_URL')}/matches/${id}`;
}

function getName({ team, person }: Entry): string {
  return team?.name ?? person?.username ?? '?';
}
