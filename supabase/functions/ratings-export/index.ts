import { askLeague, isOperator, refuse } from '../_shared/league.ts';

/** An entry with its rating, as the read API has it. */
interface Rated {
  id: string;
  mu: number;
  sigma: number;
  wins: number;
  losses: number;
  draws: number;
  season: { number: number; ladder: { slug: string } };
  team: { slug: string; name: string } | null;
  person: { id: string; username: string } | null;
}

const bucket = 'exports';
/** As many as one answer of the read API has at most. */
const rowsAtOnce = 1_000;
const mostRows = 200_000;
const columns = [
  'id,mu,sigma,wins,losses,draws',
  'season:seasons!inner(number,status,ladder:ladders(slug))',
  'team:teams(slug,name),person:profiles!entries_person_id_fkey(id,username)',
].join(',');
const header = 'ladder,season,entry,team,player,name,mu,sigma,wins,losses,draws';

/**
 * Writes the ratings of all seasons that run into the private bucket `exports`, as `ratings/YYYY-MM-DD.csv`; a second
 * run of a day takes the first one's place. Called with the operator's key, by whatever calls at night.
 */
Deno.serve(async (request) => {
  if (!isOperator(request)) {
    return refuse(403, 'not_operator');
  }
  await makeBucket();
  const lines = [header];
  for await (const entry of listRated()) {
    lines.push(toLine(entry));
  }
  const path = `ratings/${new Date().toISOString().slice(0, 10)}.csv`;
  await askLeague(`/storage/v1/object/${bucket}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-upsert': 'true' },
    body: `${lines.join('\n')}\n`,
  });
  console.log(`${lines.length - 1} ratings written to ${bucket}/${path}`);
  return Response.json({ bucket, path, ratings: lines.length - 1 });
});

async function makeBucket(): Promise<void> {
  const buckets: { id: string }[] = await (await askLeague('/storage/v1/bucket')).json();
  if (buckets.some(({ id }) => id === bucket)) {
    return;
  }
  await askLeague('/storage/v1/bucket', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: bucket, name: bucket, public: false }),
  });
}

/** By their ids, each after the one before, so that none is missed while others come and go. */
async function* listRated(): AsyncGenerator<Rated> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (let read = 0; read < mostRows; read += rowsAtOnce) {
    const filters = `mu=not.is.null&status=eq.active&season.status=eq.open&id=gt.${after}&order=id`;
    const answer = await askLeague(
      `/rest/v1/entries?select=${columns}&${filters}&limit=${rowsAtOnce}`,
    );
    const rows: Rated[] = await answer.json();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) {
      return;
    }
    after = last.id;
  }
}

function toLine({ id, mu, sigma, wins, losses, draws, season, team, person }: Rated): string {
  const name = team?.name ?? person?.username ?? '';
  const cells = [season.ladder.slug, season.number, id, team?.slug, person?.id, name, mu, sigma];
  return [...cells, wins, losses, draws].map(toCell).join(',');
}

/** As RFC 4180 has it; a text that a table would take for a formula stays a text. */
function toCell(value: string | number | undefined): string {
  if (typeof value !== 'string') {
    return String(value ?? '');
  }
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
