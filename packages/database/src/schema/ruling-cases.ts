import assert from 'node:assert/strict';
import type { Case, Run } from './case.ts';
import { type Asked, addAsked, addPerson, at, enter, keepCase, sanction } from './judge-cases.ts';
import type { World } from './world.ts';

/** Who may write a ruling, and take a case in hand. */

const refused = { code: '23514', constraint: 'judged_by_who_may', message: 'not the judge' };

interface Told {
  world: World;
  asked: Asked;
  /** Who judges, in no office yet; the rules name somebody else. */
  judge: unknown;
}

interface Judging {
  collection?: 'disputes' | 'appeals';
  status?: string;
  make: (told: Told) => Promise<unknown>;
  isJudge: boolean;
}

const office = ({ world, judge }: Told, ladder_id: unknown = null) =>
  world.query('insert into public.admins (person_id, ladder_id) values ($1, $2)', [
    judge,
    ladder_id,
  ]);

/** Asks the function, writes both kinds of rulings, takes the case in hand, and hands it over. */
function judging({ collection = 'disputes', status = 'open', make, isJudge }: Judging): Run {
  return async (world) => {
    await world.query('delete from public.admins');
    const asked = await addAsked(world);
    const judge = await addPerson(world);
    await keepCase(world, asked, { collection, status });
    await make({ world, asked, judge });
    const { id: match_id } = asked.match;
    assert.deepEqual(
      await world.one('select private.may_judge($1, $2, $3) as may', [match_id, judge, at]),
      { may: isJudge },
    );
    const tries = [
      ...['ruling_given', 'appeal_decided'].map(
        (type) => () => write({ world, asked, judge }, type),
      ),
      () => world.add('private.case_holders', { match_id, person_id: judge, taken_at: at }),
      () => handOver({ world, asked, judge }),
    ];
    for (const work of tries) {
      await (isJudge ? world.lets(work) : world.stops(refused, work));
    }
  };
}

const write = ({ world, asked, judge }: Told, type: string) =>
  world.add('public.league_events', {
    ...{ stream: asked.stream, match_id: asked.match.id, type, actor_id: judge },
    ...{ at, sequence: 1, data: '{}' },
  });

/** From somebody of the demonstration, of whom nothing is asked. */
async function handOver({ world, asked, judge }: Told) {
  await addHolder(world, asked);
  await world.query('update private.case_holders set person_id = $1', [judge]);
}

async function addHolder(world: World, { match }: Asked) {
  const { id: person_id } = await world.add('public.profiles', { is_demo: true });
  await world.add('private.case_holders', { match_id: match.id, person_id, taken_at: at });
  return person_id;
}

const nameInRules = ({ world, asked, judge }: Told) =>
  world.query('update public.seasons set rules = $2 where id = $1', [
    asked.match.season_id,
    JSON.stringify({ dispute: { outsider: judge } }),
  ]);

const setRuledBy = ({ world, asked }: Told, person: unknown) =>
  world.query(
    `update private.stream_members set state = jsonb_set(state, '{result,ruled_by}', to_jsonb($2::text))
     where collection = 'matches' and id = $1`,
    [asked.match.id, person],
  );

export const rulingCases: readonly Case[] = [
  {
    object: [
      'function private.may_judge(match_id uuid, person uuid, at timestamp with time zone)',
      'trigger public.league_events.guard_ruling',
      'trigger private.case_holders.guard_case_holder',
    ],
    lets: {
      'an admin of the site': judging({ make: (told) => office(told), isJudge: true }),
      'an admin of the ladder on a dispute': judging({
        make: (told) => office(told, told.asked.match.ladder_id),
        isJudge: true,
      }),
      'an admin of the site on an appeal that another ruled': judging({
        collection: 'appeals',
        async make(told) {
          await office(told);
          await setRuledBy(told, await addPerson(told.world));
        },
        isJudge: true,
      }),
      'the outsider where nobody is in office': judging({ make: nameInRules, isJudge: true }),
      'somebody of the demonstration': judging({
        make: ({ world, judge }) =>
          world.query('update public.profiles set is_demo = true where id = $1', [judge]),
        isJudge: true,
      }),
      'the clock, who is nobody': async (world) => {
        const asked = await addAsked(world);
        await world.lets(() => write({ world, asked, judge: null }, 'appeal_decided'));
      },
      'another act of somebody in no office': async (world) => {
        const asked = await addAsked(world);
        const judge = await addPerson(world);
        await world.lets(() => write({ world, asked, judge }, 'appeal_made'));
      },
      'another hour at which the same holder took it': async (world) => {
        const asked = await addAsked(world);
        const figure = await addHolder(world, asked);
        await world.query('update public.profiles set is_demo = false where id = $1', [figure]);
        await world.lets(() => world.query('update private.case_holders set taken_at = $1', [at]));
      },
    },
    stops: {
      'somebody in no office': judging({ make: async () => undefined, isJudge: false }),
      'an admin of another ladder': judging({
        make: async (told) => office(told, (await told.world.add('public.ladders')).id),
        isJudge: false,
      }),
      'an admin of the ladder on an appeal': judging({
        collection: 'appeals',
        make: (told) => office(told, told.asked.match.ladder_id),
        isJudge: false,
      }),
      'an admin of the site who gave the ruling': judging({
        collection: 'appeals',
        async make(told) {
          await office(told);
          await setRuledBy(told, told.judge);
        },
        isJudge: false,
      }),
      'an admin who may play for a side': judging({
        async make(told) {
          await office(told);
          await enter(told.world, { ...told.asked, named: told.judge }, 'roster');
        },
        isJudge: false,
      }),
      'an admin who is suspended': judging({
        async make(told) {
          await office(told);
          await sanction(told.world, { ...told.asked, named: told.judge }, {});
        },
        isJudge: false,
      }),
      'the outsider beside somebody in office': judging({
        async make(told) {
          await nameInRules(told);
          await office({ ...told, judge: await addPerson(told.world) });
        },
        isJudge: false,
      }),
      'the outsider once it is decided': judging({
        status: 'upheld',
        make: nameInRules,
        isJudge: false,
      }),
    },
  },
];
