import { randomUUID } from 'node:crypto';
import type { PageName } from '@muster/site/page-data.ts';
import { loadAdmins } from '../admin/page.ts';
import { requireGiver } from '../evidence/rights.ts';
import { requireAdminOf } from '../http/office.ts';
import { requireVoice } from '../http/voice.ts';
import { loadLadderAdmin } from '../ladder-admin/page.ts';
import { loadMatch } from '../match/page.ts';
import { getRoom, requireSpeaker } from '../match/room.ts';
import { toDeskCountSql } from '../page/desk-items.ts';
import { type PresentSanction, toHeld, toPresentSanctionSql } from '../page/sanction-line.ts';
import { toReader } from '../render/office-pages.ts';
import { loadTeamNew } from '../team/page-forms.ts';
import { compare, compareOffer, toInput } from './ladder-offers.ts';
import type { RandomLeague } from './random-league.ts';

/**
 * Where pages offer somebody to found a team, to speak or what an office does while a sanction keeps them from it, or
 * do not while none does: every page hides the first two by the one word that its frame says of who looks.
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
  const spoken = await league.ask(viewer, (unit) =>
    requireVoice(unit.transaction, { personId: viewer.person_id, ladderId: null, at: unit.at }),
  );
  const { refusal } = (await loadTeamNew(toInput(league, viewer, {}))) ?? {};
  const keptAway = founded?.code === 'suspended' ? founded : null;
  return [
    ...compareOffer(`${name}: the way to found a team`, held !== 'barred', keptAway),
    ...compare(`${name}: found a team`, refusal, founded),
    ...compareOffer(`${name}: say something`, held === undefined, spoken),
    ...(await listRoomFaults(league, name)),
    ...(await listOfficeFaults(league, name, row?.sanction ?? null)),
  ];
}

/** The desks of an office are there for whom the calls let act, and what waits is counted for them alone. */
async function listOfficeFaults(
  league: RandomLeague,
  name: string,
  sanction: PresentSanction | null,
): Promise<string[]> {
  const viewer = league.getPerson(name);
  const { own, slug, ladderId } = league;
  const look = (page: PageName) => toInput(league, toReader(page, { viewer, sanction }), { slug });
  const acted = await league.ask(viewer, (unit) => requireAdminOf(unit, ladderId));
  const desk = (await loadAdmins(look('admins')))?.desk ?? null;
  const [counted] = await own.database.query<{ desk: number | null }>(
    `select ${toDeskCountSql({ person: '$1', now: '$2' })} as desk`,
    [viewer.person_id, own.league.now()],
  );
  const ofLadder = (await loadLadderAdmin(look('ladder-admin')))?.desk ?? null;
  const [edited = null] = await league.askLadder(viewer, [{ type: 'edit_rules', rules: {} }]);
  return [
    ...compareOffer(`${name}: a desk`, desk !== null, acted),
    ...(counted?.desk === (desk?.waiting ?? null)
      ? []
      : [`${name}: ${counted?.desk} are counted, ${desk?.waiting} wait on the desk`]),
    ...compareOffer(`${name}: the ladder's desk`, ofLadder !== null, edited),
  ];
}

/** The room of the last match is shown to whom the calls let in, and its talk and its evidence are offered to whom they hear. */
async function listRoomFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const [match] = await league.own.database.query<{ id: string }>(
    'select id from public.matches order by challenged_at desc, id limit 1',
  );
  if (match === undefined) {
    return [];
  }
  const ask = (
    require: typeof getRoom | typeof requireSpeaker | typeof requireGiver,
  ): ReturnType<RandomLeague['ask']> =>
    league.ask(viewer, ({ transaction, at }) =>
      require(transaction, match.id, { personId: viewer.person_id, at }),
    );
  const { room, evidence } = (await loadMatch(toInput(league, viewer, match))) ?? {};
  const offers = [
    ['enter', room !== null, getRoom],
    ['talk', room?.may_talk === true, requireSpeaker],
    ['bring evidence', evidence?.may_bring === true, requireGiver],
  ] as const;
  const faults: string[] = [];
  for (const [what, isOffered, require] of offers) {
    faults.push(...compareOffer(`${name}: ${what}`, isOffered, await ask(require)));
  }
  return faults;
}
