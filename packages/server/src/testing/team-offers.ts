import { randomUUID } from 'node:crypto';
import type { Role, TeamCommand, TeamState } from '@muster/league';
import type { TeamData } from '@muster/site/pages/team/data.ts';
import { loadTeam } from '../team/page.ts';
import { compareOffer, toInput } from './ladder-offers.ts';
import type { RandomLeague } from './random-league.ts';

type Asked = [command: TeamCommand, isOffered: boolean];

/** What the page has a button for, as its parts decide it. */
function listAsked(league: RandomLeague, { viewer, members }: TeamData): Asked[] {
  const role = viewer?.may_act === true ? viewer.role : null;
  const leads = role === 'captain' || role === 'co_captain';
  const on = { expires_at: league.own.at(7), person_id: null };
  const asked: Asked[] = [
    [{ type: 'edit_team' }, role === 'captain'],
    [{ type: 'disband_team' }, role === 'captain'],
    [{ type: 'make_invite', invite_id: randomUUID(), role: 'player', ...on }, leads],
    [{ type: 'leave_team' }, role !== null && viewer?.is_last_captain === false],
    [{ type: 'ask_to_join' }, viewer?.role === null && viewer.may_act && viewer.request === null],
  ];
  for (const { person_id, role: theirs } of members) {
    if (person_id !== viewer?.person_id) {
      const isPlayer = theirs === 'player' || theirs === 'substitute';
      const other: Role = theirs === 'captain' ? 'co_captain' : 'captain';
      asked.push([{ type: 'change_role', person_id, role: other }, role === 'captain']);
      const mayRemove = role === 'captain' || (role === 'co_captain' && isPlayer);
      asked.push([{ type: 'remove_member', person_id }, mayRemove]);
    }
  }
  return asked;
}

type Open = Pick<TeamState, 'invites' | 'requests'>;

/** Who waits for an answer, and which invites there are that have not run out, whoever sees them. */
async function readOpen({ own }: RandomLeague, teamId: string): Promise<Open> {
  const [row] = await own.database.query<{ state: Open }>(
    'select state from private.stream_states where stream = $1',
    [`team:${teamId}`],
  );
  const { invites = {}, requests = {} } = row?.state ?? {};
  const now = own.league.now().toISOString();
  const held = Object.entries(invites).filter(([, { expires_at }]) => expires_at > now);
  return { invites: Object.fromEntries(held), requests };
}

function listAskedOfOpen({ viewer }: TeamData, { invites, requests }: Open): Asked[] {
  const mayAct = viewer?.may_act === true;
  const leads = mayAct && (viewer.role === 'captain' || viewer.role === 'co_captain');
  const asked: Asked[] = [];
  for (const person_id of Object.keys(requests)) {
    const isShown = viewer?.requests.some((request) => request.person_id === person_id) === true;
    for (const accept of [true, false]) {
      const command = { type: 'answer_request', person_id, accept, role: 'player' } as const;
      asked.push([command, mayAct && isShown]);
    }
  }
  for (const { id: invite_id, person_id } of Object.values(invites)) {
    // A link is offered to whoever opens it, not by the page itself.
    if (person_id !== null) {
      const isOwn = mayAct && viewer.invitation?.invite_id === invite_id;
      const isListed = viewer?.invites.some((invite) => invite.invite_id === invite_id) === true;
      asked.push([{ type: 'join_team', invite_id }, isOwn]);
      asked.push([{ type: 'revoke_invite', invite_id }, isOwn || (leads && isListed)]);
    }
  }
  return asked;
}

/** Where a team's page offers somebody what the command would refuse, or keeps from them what it would take. */
export async function listTeamFaults(league: RandomLeague, name: string): Promise<string[]> {
  const viewer = league.getPerson(name);
  const faults: string[] = [];
  for (const alias of ['team1', 'team2', 'team6']) {
    const { slug = '' } = league.teams.get(alias) ?? {};
    const data = await loadTeam(toInput(league, viewer, { slug }));
    if (data === null) {
      faults.push(`${name}: no ${alias}`);
      continue;
    }
    const open = await readOpen(league, data.id);
    const asked = [...listAsked(league, data), ...listAskedOfOpen(data, open)];
    const answers = await league.askTeam(
      viewer,
      slug,
      asked.map(([command]) => command),
    );
    for (const [index, [command, isOffered]] of asked.entries()) {
      const answered = answers[index] ?? null;
      faults.push(...compareOffer(`${name}, ${alias}: ${command.type}`, isOffered, answered));
    }
    faults.push(...(await comparePlayers(league, name, data)));
  }
  return faults;
}

async function comparePlayers(
  league: RandomLeague,
  name: string,
  { entries, members }: TeamData,
): Promise<string[]> {
  const asked = entries.flatMap(({ entry_id, eligible }) =>
    members.flatMap(({ person_id, username }) =>
      (
        [
          ['add_player', eligible?.may_add],
          ['drop_player', eligible?.may_drop],
        ] as const
      ).map(([type, offered]) => ({
        command: { type, entry_id, person_id },
        what: `${name}: ${type} ${username}`,
        isOffered: offered?.includes(person_id) === true,
      })),
    ),
  );
  const answers = await league.askLadder(
    league.getPerson(name),
    asked.map(({ command }) => command),
  );
  return asked.flatMap(({ what, isOffered }, index) =>
    compareOffer(what, isOffered, answers[index] ?? null),
  );
}
