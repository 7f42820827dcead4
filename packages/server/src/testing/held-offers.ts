import { randomUUID } from 'node:crypto';
import { requireVoice } from '../http/voice.ts';
import { loadMatch } from '../match/page.ts';
import { type PresentSanction, toHeld, toPresentSanctionSql } from '../page/sanction-line.ts';
import { compareOffer, toInput } from './ladder-offers.ts';
import type { RandomLeague } from './random-league.ts';

/**
 * Where pages offer somebody to found a team or to speak while a sanction keeps them from it, or do not while none
 * does: every page hides both by the one word that its frame says of who looks.
 */
export async function listHeldFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const now = league.own.league.now();
  const [row] = await league.own.database.query<{ sanction: PresentSanction | null }>(
    `select ${toPresentSanctionSql({ person: '$1::uuid', now: '$2::timestamptz' })} as sanction`,
    [viewer.person_id, now],
  );
  const held = toHeld(row?.sanction ?? null);
  const team_id = randomUUID();
  const founded = await league.ask(viewer, async (unit) => {
    await unit.hold([`team:${team_id}`]);
    const names = { name: 'Offered Anew', tag: 'OFF', zone: 'UTC', locale: 'en' };
    await unit.decideTeam(team_id, { type: 'found_team', team_id, ...names });
  });
  const speak = (ladderId: string | null) =>
    league.ask(viewer, (unit) =>
      requireVoice(unit.transaction, { personId: viewer.person_id, ladderId, at: unit.at }),
    );
  return [
    ...compareOffer(`${name}: found a team`, held !== 'barred', founded),
    ...compareOffer(`${name}: say something`, held === undefined, await speak(null)),
    ...(await listTalkFaults(league, name, () => speak(league.ladderId))),
  ];
}

/** The talk of a match is offered to its sides and to the ladder's admins, as far as they may speak there. */
async function listTalkFaults(
  league: RandomLeague,
  name: string,
  speak: () => ReturnType<RandomLeague['ask']>,
): Promise<string[]> {
  const [match] = await league.own.database.query<{ id: string }>(
    'select id from public.matches order by challenged_at desc, id limit 1',
  );
  const input = toInput(league, league.getPerson(name), { id: match?.id ?? '' });
  const room = match === undefined ? null : ((await loadMatch(input))?.room ?? null);
  return room === null ? [] : compareOffer(`${name}: talk`, room.may_talk, await speak());
}
