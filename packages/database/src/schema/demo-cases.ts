import assert from 'node:assert/strict';
import type { Case } from './case.ts';
import type { Row, World } from './world.ts';

/** What goes with the demonstration, and what it leaves. */

/** A season with all that hangs on it, a team and people: the demonstration's, or the league's own. */
async function addLeague(world: World, is_demo: boolean) {
  const season = await world.add('public.seasons', { is_demo });
  const entry = { season_id: season.id, team_id: 'referent' };
  const match = await world.add('public.matches', {
    season_id: season.id,
    challenger_entry_id: (await world.add('public.entries', entry)).id,
    defender_entry_id: (await world.add('public.entries', entry)).id,
  });
  await world.query(
    'update public.teams set is_demo = $1 where id in (select team_id from public.entries where season_id = $2)',
    [is_demo, season.id],
  );
  const user = await world.add('auth.users', {
    raw_app_meta_data: JSON.stringify({ is_demo }),
  });
  const person = await world.one('select id from public.profiles where user_id = $1', [user.id]);
  await world.add('public.stream_heads', { stream: season.stream });
  await world.add('public.league_events', { stream: season.stream });
  const [team] = await world.query('select team_id from public.entries where season_id = $1', [
    season.id,
  ]);
  const stream = `team:${team?.team_id}`;
  await world.add('public.stream_heads', { stream });
  await world.add('public.league_events', { stream });
  await world.add('private.match_seeds', { match_id: match.id });
  await world.add('private.event_texts', { match_id: match.id });
  await world.add('private.event_texts', { author_id: person.id });
  // Somebody of the demonstration whose account is gone.
  await world.add('public.profiles', { is_demo, user_id: null, username: '⸺' });
}

const cleared =
  'auth.users private.event_texts private.match_seeds public.league_events public.matches public.profiles public.seasons public.stream_heads public.teams';

async function countAll(world: World): Promise<Row> {
  const counts: Record<string, number> = {};
  for (const table of cleared.split(' ')) {
    counts[table] = (await world.query(`select 1 from ${table}`)).length;
  }
  return counts;
}

async function clearWhole(world: World): Promise<void> {
  await world.query('select private.clear_demo()');
  await world.query('select private.drop_demo_people()');
}

const clearDemo: Case = {
  object: 'function private.clear_demo()',
  lets: {
    'the demonstration, whole': async (world) => {
      const before = await countAll(world);
      await addLeague(world, true);
      await clearWhole(world);
      assert.deepEqual(await countAll(world), before);
    },
    'the words of its people only with what named them': async (world) => {
      const person = await world.add('public.profiles', { is_demo: true });
      const stays = await world.add('private.event_texts', { author_id: person.id });
      const goes = await world.add('private.event_texts', { author_id: person.id });
      await world.add('public.league_events', {
        actor_id: person.id,
        data: JSON.stringify({ statement: { text_id: stays.id } }),
      });
      await clearWhole(world);
      const find = 'select author_id from private.event_texts where id = $1';
      assert.deepEqual(await world.query(find, [stays.id]), [{ author_id: null }]);
      assert.deepEqual(await world.query(find, [goes.id]), []);
    },
    'the words that its lines name, whoever wrote them, and no others': async (world) => {
      const { stream } = await world.add('public.seasons', { is_demo: true });
      await world.add('public.stream_heads', { stream });
      const [goes, stays, unnamed] = [
        await world.add('private.event_texts'),
        await world.add('private.event_texts'),
        await world.add('private.event_texts'),
      ];
      for (const [text, of] of [
        [goes, { stream }],
        [stays, {}],
      ] as const) {
        const data = JSON.stringify({ statement: { text_id: text.id } });
        await world.add('public.league_events', { data, ...of });
      }
      await clearWhole(world);
      const left = await world.query('select id from private.event_texts where id = any ($1)', [
        [goes.id, stays.id, unnamed.id],
      ]);
      assert.deepEqual(left.map(({ id }) => id).sort(), [stays.id, unnamed.id].sort());
    },
    'the notices of its streams': async (world) => {
      const { stream } = await world.add('public.seasons', { is_demo: true });
      const gone = await world.add('private.notices', { origin: `${stream}#3` });
      const kept = await world.add('private.notices', { origin: 'ladder:another#3' });
      await clearWhole(world);
      const left = await world.query('select id from private.notices where id in ($1, $2)', [
        gone.id,
        kept.id,
      ]);
      assert.deepEqual(left, [{ id: kept.id }]);
    },
  },
  stops: {
    'the league itself': async (world) => {
      await addLeague(world, false);
      const before = await countAll(world);
      await addLeague(world, true);
      await clearWhole(world);
      assert.deepEqual(await countAll(world), before);
    },
    'a team of it that entered a real season': async (world) => {
      const team = await world.add('public.teams', { is_demo: true });
      const stream = `team:${team.id}`;
      await world.add('public.stream_heads', { stream });
      await world.add('public.league_events', { stream });
      await world.add('public.entries', { team_id: team.id, person_id: null });
      await clearWhole(world);
      const find = 'select is_demo from public.teams where id = $1';
      assert.deepEqual(await world.query(find, [team.id]), [{ is_demo: false }]);
      const lines = await world.query('select 1 from public.league_events where stream = $1', [
        stream,
      ]);
      assert.equal(lines.length, 1);
    },
    'the log afterwards': async (world) => {
      await world.add('public.league_events');
      await world.query('select private.clear_demo()');
      await world.stops({ code: '23001' }, () => world.query('delete from public.league_events'));
    },
  },
};

const asGone = { user_id: null, username: '⸺' };

async function dropBeside(world: World, person: Row): Promise<Row[]> {
  await world.query('select private.drop_demo_people()');
  return world.query('select is_demo from public.profiles where id = $1', [person.id]);
}

const dropDemoPeople: Case = {
  object: 'function private.drop_demo_people()',
  lets: {
    'a figure whose account is gone': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, ...asGone });
      assert.deepEqual(await dropBeside(world, figure), []);
    },
  },
  stops: {
    'one whom a team that stays names, who is a figure no more': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, ...asGone });
      await world.add('public.rosters', { person_id: figure.id });
      assert.deepEqual(await dropBeside(world, figure), [{ is_demo: false }]);
    },
    'one with an account': async (world) => {
      const figure = await world.add('public.profiles', { is_demo: true, user_id: 'referent' });
      assert.deepEqual(await dropBeside(world, figure), [{ is_demo: true }]);
    },
    'a real person whose account is gone': async (world) => {
      const person = await world.add('public.profiles', { is_demo: false, ...asGone });
      assert.deepEqual(await dropBeside(world, person), [{ is_demo: false }]);
    },
  },
};

export const demoCases: readonly Case[] = [clearDemo, dropDemoPeople];
