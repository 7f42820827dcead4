import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** Who judges what nobody in office can. */

export const at = '2030-01-01T18:00:00Z';
const before = '2029-12-01T18:00:00Z';

export interface Asked {
  match: Row;
  /** Somebody with an account, whom the season's rules name. */
  named: unknown;
  stream: string;
}

export async function addPerson(world: World) {
  const user = await world.add('auth.users');
  // The account brings its profile.
  return (await world.one('select id from public.profiles where user_id = $1', [user.id])).id;
}

/** Keeps what the rules hold of a match and of its case, and who gave its ruling. */
export async function keepCase(
  world: World,
  { match, stream }: Pick<Asked, 'match' | 'stream'>,
  {
    collection,
    status = 'open',
    ruledBy = null,
  }: { collection: 'disputes' | 'appeals'; status?: string; ruledBy?: unknown },
) {
  const id = match.season_id;
  const state = {
    [collection === 'disputes' ? 'dispute_id' : 'appeal_id']: id,
    result: { ruled_by: ruledBy },
  };
  const insert = `insert into private.stream_members (stream, collection, id, state, is_current) values ($1, $2, $3, $4, true)`;
  await world.query(insert, [stream, 'matches', match.id, JSON.stringify(state)]);
  await world.query(insert, [stream, collection, id, JSON.stringify({ status })]);
  return id;
}

export async function addAsked(world: World): Promise<Asked> {
  const named = await addPerson(world);
  const stream = 'ladder:judged';
  await world.add('public.stream_heads', { stream });
  const match = await world.add('public.matches');
  await world.query('update public.seasons set stream = $2, rules = $3 where id = $1', [
    match.season_id,
    stream,
    JSON.stringify({ dispute: { outsider: named } }),
  ]);
  return { match, named, stream };
}

const ask = (world: World, call: string, values: readonly unknown[]) =>
  world.one(`select ${call} as found`, values);

/** Whether somebody is free to judge a match, whatever else they are to it. */
function free(expected: boolean, make: (world: World, asked: Asked) => Promise<unknown>): Run {
  return async (world) => {
    const asked = await addAsked(world);
    await make(world, asked);
    const call = 'private.is_free_to_judge($1, $2, $3)';
    assert.deepEqual(await ask(world, call, [asked.match.id, asked.named, at]), {
      found: expected,
    });
  };
}

export const sanction = (world: World, { match, named }: Asked, change: Row) =>
  world.add('public.sanctions', {
    ...{ person_id: named, kind: 'suspension', is_lifted: false, starts_at: before, ends_at: null },
    ...{ ladder_id: match.ladder_id, ...change },
  });

export async function enter(
  world: World,
  { match, named }: Asked,
  part: 'person' | 'team' | 'roster',
) {
  if (part === 'person') {
    await world.query('update public.entries set team_id = null, person_id = $2 where id = $1', [
      match.challenger_entry_id,
      named,
    ]);
  } else if (part === 'team') {
    const { team_id } = await world.add('public.rosters', { person_id: named });
    await world.query('update public.entries set team_id = $2 where id = $1', [
      match.defender_entry_id,
      team_id,
    ]);
  } else {
    await world.add('public.entry_players', {
      entry_id: match.defender_entry_id,
      person_id: named,
    });
  }
}

const isFree: Case = {
  object:
    'function private.is_free_to_judge(match_id uuid, person uuid, at timestamp with time zone)',
  lets: {
    'somebody with an account': free(true, async () => undefined),
    'a suspension of another ladder': free(true, async (world, asked) => {
      const other = await world.add('public.ladders');
      await sanction(world, asked, { ladder_id: other.id });
    }),
    'a suspension that is lifted': free(true, (world, asked) =>
      sanction(world, asked, { is_lifted: true }),
    ),
    'a suspension that is over at the instant': free(true, (world, asked) =>
      sanction(world, asked, { ends_at: at }),
    ),
    'a suspension to come': free(true, (world, asked) =>
      sanction(world, asked, { starts_at: '2030-01-01T18:00:01Z' }),
    ),
    'who plays elsewhere, while others play here': free(true, async (world, { match, named }) => {
      const { team_id } = await world.add('public.rosters');
      await world.query('update public.entries set team_id = $2 where id = $1', [
        ...[match.defender_entry_id, team_id],
      ]);
      await world.add('public.entry_players', { entry_id: match.challenger_entry_id });
      await world.add('private.match_lineups', { match_id: match.id });
      await world.add('public.rosters', { person_id: named });
      await world.add('public.entry_players', { person_id: named });
      await world.add('private.match_lineups', { person_id: named });
    }),
    'who is muted': free(true, (world, asked) => sanction(world, asked, { kind: 'mute' })),
  },
  stops: {
    'who has no account any more': free(false, (world, { named }) =>
      world.query('select private.forget_person($1)', [named]),
    ),
    'who is of the demonstration': free(false, (world, { named }) =>
      world.query('update public.profiles set is_demo = true where id = $1', [named]),
    ),
    'who is suspended on its ladder': free(false, (world, asked) => sanction(world, asked, {})),
    'who is banned on the site': free(false, (world, asked) =>
      sanction(world, asked, { kind: 'ban', ladder_id: null }),
    ),
    'whose suspension begins at the instant': free(false, (world, asked) =>
      sanction(world, asked, { starts_at: at }),
    ),
    'who is suspended a second longer': free(false, (world, asked) =>
      sanction(world, asked, { ends_at: '2030-01-01T18:00:01Z' }),
    ),
    'who plays alone': free(false, (world, asked) => enter(world, asked, 'person')),
    'who is of a team that plays': free(false, (world, asked) => enter(world, asked, 'team')),
    'who may play for a side': free(false, (world, asked) => enter(world, asked, 'roster')),
    'who stood in the lineup': free(false, (world, { match, named }) =>
      world.add('private.match_lineups', { match_id: match.id, person_id: named }),
    ),
  },
};

interface Judged {
  collection: 'disputes' | 'appeals';
  status?: string;
  /** Who is in office: of the site, of the match's ladder, or of another. */
  office?: 'site' | 'ladder' | 'other';
  /** Who gave the ruling: who is in office, or who is named. */
  ruledBy?: 'office' | 'named';
}

interface Answer {
  open: boolean;
  inOffice: boolean;
  outsider: boolean;
}

/** What the three functions say of a match. */
function judged({ collection, status, office, ruledBy }: Judged, expected: Answer): Run {
  return async (world) => {
    await world.query('delete from public.admins');
    const asked = await addAsked(world);
    const { match, named } = asked;
    const admin = office === undefined ? null : await addPerson(world);
    if (admin !== null) {
      const other = (await world.add('public.ladders')).id;
      const ladder_id = { site: null, ladder: match.ladder_id, other }[office ?? 'site'];
      await world.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
        admin,
        ladder_id,
      ]);
    }
    // The case of another match on the same ladder is none of this one's.
    const beside = await world.add('public.matches');
    await keepCase(world, { ...asked, match: beside }, { collection: 'disputes' });
    const ruled = ruledBy === 'named' ? named : ruledBy === 'office' ? admin : null;
    const id = await keepCase(world, asked, {
      collection,
      ruledBy: ruled,
      ...(status && { status }),
    });
    const isOpen = {
      case_id: id,
      is_appeal: collection === 'appeals',
      ruled_by: collection === 'appeals' ? ruled : null,
    };
    const none = { case_id: null, is_appeal: null, ruled_by: null };
    assert.deepEqual(
      await world.one('select * from private.find_open_case($1)', [match.id]),
      expected.open ? isOpen : none,
    );
    assert.deepEqual(await ask(world, 'private.is_judged_in_office($1, $2)', [match.id, at]), {
      found: expected.inOffice,
    });
    assert.deepEqual(await ask(world, 'private.find_outsider($1, $2)', [match.id, at]), {
      found: expected.outsider ? named : null,
    });
  };
}

const theirs = { open: true, inOffice: false, outsider: true };
const offices = { open: true, inOffice: true, outsider: false };
const nobodys = { open: true, inOffice: false, outsider: false };

const judges: Case = {
  object: [
    'function private.find_open_case(match_id uuid, OUT case_id uuid, OUT is_appeal boolean, OUT ruled_by uuid)',
    'function private.is_judged_in_office(match_id uuid, at timestamp with time zone)',
    'function private.find_outsider(match_id uuid, at timestamp with time zone)',
  ],
  lets: {
    'the outsider where nobody is in office': judged({ collection: 'disputes' }, theirs),
    'the outsider beside an admin of another ladder': judged(
      { collection: 'disputes', office: 'other' },
      theirs,
    ),
    'an admin of the ladder on a dispute': judged(
      { collection: 'disputes', office: 'ladder' },
      offices,
    ),
    'an admin of the site on a dispute': judged(
      { collection: 'disputes', office: 'site' },
      offices,
    ),
    'an admin of the site on an appeal': judged({ collection: 'appeals', office: 'site' }, offices),
    'the outsider on an appeal against the only admin': judged(
      { collection: 'appeals', office: 'site', ruledBy: 'office' },
      theirs,
    ),
  },
  stops: {
    'an admin of the ladder on an appeal': judged(
      { collection: 'appeals', office: 'ladder' },
      theirs,
    ),
    'the outsider who gave the ruling': judged(
      { collection: 'appeals', ruledBy: 'named' },
      nobodys,
    ),
    'everybody once it is decided': judged(
      { collection: 'disputes', status: 'upheld', office: 'site' },
      { open: false, inOffice: false, outsider: false },
    ),
  },
};

export const judgeCases: readonly Case[] = [isFree, judges];
