import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** Who may decide what was reported, and what of it is forgotten. */

const at = '2030-01-01T18:00:00Z';
const refused = { code: '23514', constraint: 'cases_not_by_parties', message: 'case_party' };

/** Writes that somebody decided a case, and that they decided its appeal. */
async function decide(world: World, { id }: Row, person: unknown) {
  const decided = `update private.cases set status = 'decided', decided_at = $3, decided_by = $2 where id = $1`;
  const appeal =
    'update private.cases set appeal_decided_at = $3, appeal_decided_by = $2 where id = $1';
  return [decided, appeal].map((text) => () => world.query(text, [id, person, at]));
}

/** A disbanded team with these in its state: its id. */
async function addGoneTeam(world: World, former: readonly object[], disbanded_at: unknown = at) {
  const { id } = await world.add('public.teams', { disbanded_at });
  const head = await world.add('public.stream_heads', { stream: `team:${id}` });
  const state = JSON.stringify({ former });
  await world.add('private.stream_states', { stream: head.stream, state });
  return id;
}

/** A text of an article with one revision that somebody wrote. */
async function addArticle(world: World, slug: string, person_id: unknown, kind = 'articles') {
  const { id: text_id } = await world.add('private.text_heads', { kind, slug });
  await world.add('private.text_revisions', { text_id, person_id });
  return text_id;
}

const listWriters = (world: World, slug: string) =>
  world.query('select person_id from private.list_article_writers($1)', [slug]);

const writers: Case = {
  object: 'function private.list_article_writers(slug text)',
  lets: {
    'who wrote several parts of it, once': async (world) => {
      const person_id = (await world.add('public.profiles')).id;
      const text_id = await addArticle(world, 'news', person_id);
      await world.add('private.text_revisions', { text_id, person_id, number: 2 });
      assert.deepEqual(await listWriters(world, 'news'), [{ person_id }]);
    },
  },
  stops: {
    'who wrote another, or a page of that name': async (world) => {
      const person_id = (await world.add('public.profiles')).id;
      await addArticle(world, 'other', person_id);
      await addArticle(world, 'news', person_id, 'pages');
      assert.deepEqual(await listWriters(world, 'news'), []);
    },
    'what nobody is known to have written': async (world) => {
      await addArticle(world, 'news', null);
      assert.deepEqual(await listWriters(world, 'news'), []);
    },
  },
};

type Part = (world: World, person: unknown) => Promise<Row>;

const everyPart: Readonly<Record<string, Part>> = {
  'whom it concerns': (world, person_id) => world.add('private.cases', { person_id }),
  'who reported it': async (world, person_id) => {
    const found = await world.add('private.cases');
    await world.add('private.reports', { case_id: found.id, person_id });
    return found;
  },
  'who is of the team that it concerns': async (world, person_id) => {
    const { team_id } = await world.add('public.rosters', { person_id });
    return world.add('private.cases', { team_id });
  },
  'who was of a disbanded team to its end': async (world, person_id) => {
    const former = [{ person_id, role: 'player', left_at: '2030-01-02T00:00:00.000Z' }];
    return world.add('private.cases', { team_id: await addGoneTeam(world, former) });
  },
  'who plays beside whom it concerns': async (world, person_id) => {
    const { team_id } = await world.add('public.rosters', { person_id });
    const mate = await world.add('public.rosters', { team_id });
    return world.add('private.cases', { person_id: mate.person_id });
  },
  'who wrote a part of the article': async (world, person_id) => {
    await addArticle(world, 'news', person_id);
    return world.add('private.cases', { kind: 'article', subject: 'news', person_id: null });
  },
  'who is of a team of the match': async (world, person_id) => {
    const { team_id } = await world.add('public.rosters', { person_id });
    const entry = await world.add('public.entries', { team_id });
    const match = await world.add('public.matches', { defender_entry_id: entry.id });
    return world.add('private.cases', { match_id: match.id });
  },
  'who plays the match alone': async (world, person_id) => {
    const entry = await world.add('public.entries', { team_id: null, person_id });
    const match = await world.add('public.matches', { challenger_entry_id: entry.id });
    return world.add('private.cases', { match_id: match.id });
  },
  'who stood in the lineup and has left': async (world, person_id) => {
    const { match_id } = await world.add('private.match_lineups', { person_id });
    return world.add('private.cases', { match_id });
  },
  'who is of a team of the scrim': async (world, person_id) => {
    const { team_id } = await world.add('public.rosters', { person_id });
    const scrim = await world.add('private.scrims', { away_team_id: team_id });
    return world.add('private.cases', { scrim_id: scrim.id });
  },
};

const isParty = (world: World, found: Row, person: unknown) =>
  world.one('select private.is_case_party($1, $2) as is', [found.id, person]);

/** The same part in a case that somebody else looks at: they decide it. */
function partRuns(isRefused: boolean): Record<string, Run> {
  const runs = Object.entries(everyPart).map(([part, make]): [string, Run] => [
    isRefused ? part : `somebody beside ${part}`,
    async (world) => {
      const person = (await world.add('public.profiles')).id;
      // On a team too, which has nothing to do with it.
      const other = (await world.add('public.rosters')).person_id;
      const found = await make(world, person);
      assert.deepEqual(await isParty(world, found, person), { is: true });
      assert.deepEqual(await isParty(world, found, other), { is: false });
      for (const work of await decide(world, found, isRefused ? person : other)) {
        await (isRefused ? world.stops(refused, work) : world.lets(work));
      }
    },
  ]);
  return Object.fromEntries(runs);
}

async function addReport(world: World) {
  const person = (await world.add('public.profiles')).id;
  const reporter = (await world.add('public.profiles')).id;
  const found = await world.add('private.cases', { person_id: person, appeal: 'My words' });
  const report = await world.add('private.reports', {
    case_id: found.id,
    person_id: reporter,
    words: 'Look',
    snapshot: JSON.stringify({ words: 'Bad' }),
  });
  const read = () =>
    world.one(
      `select c.appeal, r.words, r.snapshot from private.cases c join private.reports r on r.case_id = c.id
       where r.id = $1`,
      [report.id],
    );
  return { person, reporter, found, read };
}

const guard: Case = {
  object: [
    'trigger private.cases.guard_case',
    'function private.is_case_party(case_id uuid, person uuid)',
  ],
  lets: {
    ...partRuns(false),
    'the words stay while their writer is here': async (world) => {
      const { found, read } = await addReport(world);
      await world.query('update private.cases set version = 2 where id = $1', [found.id]);
      assert.deepEqual(await read(), {
        appeal: 'My words',
        words: 'Look',
        snapshot: { words: 'Bad' },
      });
    },
  },
  stops: {
    ...partRuns(true),
    'the words of whoever is forgotten': async (world) => {
      const { person, read } = await addReport(world);
      await world.query('select private.forget_person($1)', [person]);
      assert.deepEqual(await read(), { appeal: '', words: 'Look', snapshot: {} });
    },
  },
};

const [one, other, third] = [
  '6f0d3b5e-2d49-4c3e-9b0a-0d7a4d3f5a11',
  '9c1e7c7a-5f6b-4f7e-8a59-3f1f2f6a2b22',
  '1b2c3d4e-5f6b-4f7e-8a59-3f1f2f6a2b33',
];
const formerPeople = [
  { person_id: one, role: 'player', left_at: '2030-01-01T00:00:00.000Z' },
  { person_id: other, role: 'captain', left_at: '2030-01-02T00:00:00.000Z' },
  { person_id: third, role: 'player', left_at: '2030-01-02T00:00:00.000Z' },
];

const listPeople = (world: World, team: unknown) =>
  world.query('select person_id, role from private.list_team_people($1) order by role', [team]);

const teamPeople: Case = {
  object: 'function private.list_team_people(team uuid)',
  lets: {
    'who is on it': async (world) => {
      const { team_id, person_id } = await world.add('public.rosters', { role: 'captain' });
      assert.deepEqual(await listPeople(world, team_id), [{ person_id, role: 'captain' }]);
    },
    'who was on it to its end': async (world) => {
      const team = await addGoneTeam(world, formerPeople);
      assert.deepEqual(await listPeople(world, team), [
        { person_id: other, role: 'captain' },
        { person_id: third, role: 'player' },
      ]);
    },
  },
  stops: {
    'who has left one that goes on': async (world) => {
      const team = await addGoneTeam(world, formerPeople, null);
      assert.deepEqual(await listPeople(world, team), []);
    },
    'the people of another': async (world) => {
      await addGoneTeam(world, formerPeople);
      await world.add('public.rosters');
      const { id } = await world.add('public.teams', { disbanded_at: at });
      assert.deepEqual(await listPeople(world, id), []);
    },
  },
};

const forget: Case = {
  object: 'trigger private.reports.forget_report_words',
  lets: {
    'a report that its reporter changes': async (world) => {
      const { read } = await addReport(world);
      await world.query(`update private.reports set words = 'Look again'`);
      assert.equal((await read()).words, 'Look again');
    },
  },
  stops: {
    'the words of a reporter who is forgotten': async (world) => {
      const { reporter, read } = await addReport(world);
      await world.query('select private.forget_person($1)', [reporter]);
      assert.deepEqual(await read(), {
        appeal: 'My words',
        words: '',
        snapshot: { words: 'Bad' },
      });
    },
  },
};

const readVersion = async (world: World, { id }: Row) =>
  (await world.one<{ version: number }>('select version from private.cases where id = $1', [id]))
    .version;

const update = (world: World, columns: string) =>
  world.query(`update private.reports set ${columns}`);

const move: Case = {
  object: ['trigger private.reports.move_case', 'trigger private.reports.move_case_shown_anew'],
  lets: {
    'what opens the case': async (world) => {
      const { found } = await addReport(world);
      assert.equal(await readVersion(world, found), 1);
    },
    'other words of who reported': async (world) => {
      const { found } = await addReport(world);
      await update(world, `words = 'Look again', reason = 'other', snapshot = snapshot`);
      assert.equal(await readVersion(world, found), 1);
    },
    'what is forgotten': async (world) => {
      const { person, found } = await addReport(world);
      await world.query('select private.forget_person($1)', [person]);
      assert.equal(await readVersion(world, found), 1);
    },
    'a case that is decided': async (world) => {
      const { found } = await addReport(world);
      await world.query(
        `update private.cases set status = 'closed', decided_at = $2 where id = $1`,
        [found.id, at],
      );
      await world.add('private.reports', { case_id: found.id });
      await update(world, `snapshot = '{"words": "Other"}'`);
      assert.equal(await readVersion(world, found), 1);
    },
  },
  stops: {
    'one more report': async (world) => {
      const { found } = await addReport(world);
      const other = await world.add('private.cases');
      await world.add('private.reports', { case_id: found.id });
      assert.equal(await readVersion(world, found), 2);
      assert.equal(await readVersion(world, other), 1);
    },
    'the only report, of the thing as it is now': async (world) => {
      const { found } = await addReport(world);
      await update(world, `snapshot = '{"words": "Other"}'`);
      assert.equal(await readVersion(world, found), 2);
    },
  },
};

export const reportCases: readonly Case[] = [guard, teamPeople, writers, forget, move];
