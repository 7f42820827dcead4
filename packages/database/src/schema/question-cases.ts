import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import type { Row, World } from './world.ts';

/** Who asks whom in a case, and when it is answered. */

const at = '2030-01-01T18:00:00Z';

/** A case about somebody that somebody else reported, with an admin who has no part in it. */
async function addCase(world: World, row: Row = {}) {
  const [person, reporter, admin] = [
    await world.add('public.profiles'),
    await world.add('public.profiles'),
    await world.add('public.profiles'),
  ];
  const found = await world.add('private.cases', { person_id: person.id, ...row });
  await world.add('private.reports', { case_id: found.id, person_id: reporter.id });
  const ask = (by: Row, to: Row) =>
    world.add('private.case_questions', {
      ...{ case_id: found.id, person_id: to.id, asked_by: by.id },
    });
  return { found, person, reporter, admin, ask };
}

const appealed = { status: 'appealed', decided_at: at, appealed_at: at };

const byWhoDecides = {
  ...{ code: '23514', constraint: 'case_questions_by_who_decides' },
  message: 'case_party',
};

const asks: Case = {
  object: 'trigger private.case_questions.guard_case_question',
  lets: {
    'whom it concerns, and who reported it': async (world) => {
      const { ask, admin, person, reporter } = await addCase(world);
      await world.lets(() => ask(admin, person));
      await world.lets(() => ask(admin, reporter));
    },
    'one of somebody who is gone, which comes with its case from elsewhere': async (world) => {
      const { ask, person } = await addCase(world, { status: 'closed', decided_at: at });
      await world.lets(() => ask({ id: null }, person));
    },
    'on an appeal, by somebody else than who decided': async (world) => {
      const { ask, admin, person } = await addCase(world, { ...appealed, decided_by: 'referent' });
      await world.lets(() => ask(admin, person));
    },
  },
  stops: {
    'by whom it concerns': async (world) => {
      const { ask, person, reporter } = await addCase(world);
      await world.stops(byWhoDecides, () => ask(person, reporter));
    },
    'by who decided what is appealed': async (world) => {
      const { ask, found, admin, person } = await addCase(world, appealed);
      await world.query('update private.cases set decided_by = $2 where id = $1', [
        ...[found.id, admin.id],
      ]);
      await world.stops(byWhoDecides, () => ask(admin, person));
    },
    'once it is decided': async (world) => {
      for (const status of ['decided', 'closed', 'final']) {
        const { ask, admin, person } = await addCase(world, { status, decided_at: at });
        await world.stops(byWhoDecides, () => ask(admin, person));
      }
    },
    'somebody who has no part in it': async (world) => {
      const { ask, admin } = await addCase(world);
      const other = await world.add('public.profiles');
      await world.stops(
        { code: '23514', constraint: 'case_questions_to_parties', message: 'no party' },
        () => ask(admin, other),
      );
    },
  },
};

const answer = (world: World, { id }: Row, words = 'So it was') =>
  world.query(`update private.case_questions set answer = $2, answered_at = now() where id = $1`, [
    ...[id, words],
  ]);

const once = {
  ...{ code: '23514', constraint: 'case_questions_answered_once' },
  message: 'case_state',
};

const answers: Case = {
  object: 'trigger private.case_questions.guard_case_answer',
  lets: {
    'the first answer, while the case waits': async (world) => {
      for (const row of [{}, appealed]) {
        const { ask, admin, person } = await addCase(world, row);
        const question = await ask(admin, person);
        await world.lets(() => answer(world, question));
      }
    },
  },
  stops: {
    'another answer': async (world) => {
      const { ask, admin, person } = await addCase(world);
      const question = await ask(admin, person);
      await answer(world, question);
      await world.stops(once, () => answer(world, question, 'Or not'));
    },
    'one that comes when all is decided': async (world) => {
      const { ask, found, admin, person } = await addCase(world);
      const question = await ask(admin, person);
      await world.query(
        `update private.cases set status = 'closed', decided_at = $2 where id = $1`,
        [...[found.id, at]],
      );
      await world.stops(once, () => answer(world, question));
    },
  },
};

const lists =
  (make: (world: World, person: unknown) => Promise<Row>, part: string | null): Run =>
  async (world) => {
    const { id } = await world.add('public.profiles');
    const found = await make(world, id);
    const rows = await world.query(
      'select part from private.list_case_people($1) where person_id = $2',
      [found.id, id],
    );
    assert.deepEqual(rows, part === null ? [] : [{ part }]);
  };

const ofTeam = (role: string) => async (world: World, person_id: unknown) => {
  const { team_id } = await world.add('public.rosters', { person_id, role });
  return world.add('private.cases', { kind: 'team', team_id });
};

const people: Case = {
  object: 'function private.list_case_people(case_id uuid)',
  lets: {
    'whom it concerns': lists(
      (world, person_id) => world.add('private.cases', { person_id }),
      'concerned',
    ),
    'who leads the team that it concerns': lists(ofTeam('captain'), 'concerned'),
    'who leads it beside them': lists(ofTeam('co_captain'), 'concerned'),
    'who wrote the article': lists(async (world, person_id) => {
      const { id: text_id } = await world.add('private.text_heads', {
        kind: 'articles',
        slug: 'news',
      });
      await world.add('private.text_revisions', { text_id, person_id });
      return world.add('private.cases', { kind: 'article', subject: 'news', person_id: null });
    }, 'concerned'),
    'who reported it': lists(async (world, person_id) => {
      const found = await world.add('private.cases');
      await world.add('private.reports', { case_id: found.id, person_id });
      return found;
    }, 'reporter'),
  },
  stops: {
    'who plays in that team': lists(ofTeam('player'), null),
    'who leads a team that a case of another kind names': lists(async (world, person_id) => {
      const { team_id } = await world.add('public.rosters', { person_id, role: 'captain' });
      return world.add('private.cases', { kind: 'person', team_id });
    }, null),
    'who wrote an article whose word another thing bears': lists(async (world, person_id) => {
      const { id: text_id } = await world.add('private.text_heads', {
        kind: 'articles',
        slug: 'news',
      });
      await world.add('private.text_revisions', { text_id, person_id });
      return world.add('private.cases', { kind: 'post', subject: 'news', person_id: null });
    }, null),
    'who has a part in another': lists(async (world, person_id) => {
      await world.add('private.reports', { person_id });
      await world.add('private.cases', { person_id });
      return world.add('private.cases');
    }, null),
    'a report of the word list, and nobody': async (world) => {
      const found = await world.add('private.cases', { person_id: null });
      await world.add('private.reports', { case_id: found.id, person_id: null });
      const rows = await world.query('select * from private.list_case_people($1)', [found.id]);
      assert.deepEqual(rows, []);
    },
  },
};

export const questionCases: readonly Case[] = [asks, answers, people];
