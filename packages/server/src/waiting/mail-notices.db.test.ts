import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '../context.ts';
import { type ApiLeague, createApiLeague, type TestTeam } from '../testing/api-league.ts';
import { mailNotices } from './mail-notices.ts';

let own: ApiLeague;
let home: TestTeam;
let reader: Viewer;
let ladder: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  home = await own.addTeam('Home', 'tanks');
  const [row] = await own.database.query<{ id: string }>(
    `update public.ladders set zone = 'America/Lima' returning id`,
  );
  ladder = row?.id ?? '';
});
afterAll(async () => {
  expect(own.failures).toEqual([]);
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await own.database.query('delete from private.notices');
  await own.database.query('delete from private.mails');
  reader = await own.addPerson(`Reader ${randomUUID().slice(0, 8)}`);
  await setAddress(reader, `${reader.person_id}@players.test`);
});

const setAddress = (who: Viewer, email: string, confirmed: Date | null = new Date()) =>
  own.database.query('update auth.users set email = $2, email_confirmed_at = $3 where id = $1', [
    who.user_id,
    email,
    confirmed,
  ]);

async function tell(
  about: { origin?: string; kind?: string; byMail?: boolean; mailed?: boolean; who?: Viewer } = {},
): Promise<void> {
  const { origin = 'o', kind = 'challenged', byMail = true, mailed = false, who = reader } = about;
  await own.database.query(
    `insert into private.notices (id, person_id, kind, origin, ladder_id, data, in_page, by_mail, created_at, mailed_at)
     values (gen_random_uuid(), $1, $2, $3, $4, '{"team":"Home","opponent":"Away","by":"2026-11-21T18:00:00.000Z"}',
       true, $5, now(), $6)`,
    [who.person_id, kind, origin, ladder, byMail, mailed ? new Date() : null],
  );
}

const run = (way: 'mailbox' | 'smtp' | 'none' = 'mailbox', origin = 'o') =>
  mailNotices(
    {
      database: own.database,
      way,
      leagueName: 'Muster',
      siteUrl: 'https://league.test',
      now: own.league.now,
    },
    origin,
  );
const list = () =>
  own.database.query<{ kind: string; recipient: string; text_body: string; state: string }>(
    'select kind, recipient, text_body, state from private.mails',
  );

describe('a notice by mail', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['that is to go', () => tell(), 1],
    ['of another origin', () => tell({ origin: 'other' }), 0],
    ['that is for the page alone', () => tell({ byMail: false }), 0],
    ['that went before', () => tell({ mailed: true }), 0],
    ['of a kind of another version', () => tell({ kind: 'forgotten' }), 0],
    [
      'to an address that is proved no more',
      async () => {
        await tell();
        await setAddress(reader, 'a@players.test', null);
      },
      0,
    ],
    [
      'to what is no address',
      async () => {
        await tell();
        await setAddress(reader, 'two words@players.test');
      },
      0,
    ],
  ])('%s', async (_what, arrange, mails) => {
    await arrange();
    await run();
    await run();
    expect(await list()).toHaveLength(mails);
  });

  it('stays to be sent where the league sends none', async () => {
    await tell();
    await run('none');
    expect(await list()).toEqual([]);
    await run();
    expect(await list()).toHaveLength(1);
  });

  it('goes to an address that was made up only into the mailbox', async () => {
    await setAddress(reader, 'who@dev.invalid');
    await tell();
    await run('smtp');
    expect(await list()).toEqual([]);
    await own.database.query('update private.notices set mailed_at = null');
    await run('mailbox');
    expect(await list()).toMatchObject([{ recipient: 'who@dev.invalid', state: 'kept' }]);
  });

  it('is each reader’s own', async () => {
    const other = await own.addPerson('Other reader');
    await setAddress(other, 'other@players.test');
    await tell();
    await tell({ who: other, kind: 'challenge_declined' });
    await run('smtp');
    const mails = (await list()).map(({ kind, recipient, state }) => [kind, recipient, state]);
    expect(mails.sort()).toEqual([
      ['notice.challenge_declined', 'other@players.test', 'queued'],
      ['notice.challenged', `${reader.person_id}@players.test`, 'queued'],
    ]);
  });
});

describe('its hours are in the zone', () => {
  const zone = async () => {
    await tell();
    await run();
    const [mail] = await list();
    return /\(([A-Z]\w+\/\w+|UTC)\)/.exec(mail?.text_body ?? '')?.[1];
  };
  const join = (slug: string, joined: string) =>
    own.database.query(
      `insert into public.rosters (team_id, person_id, user_id, role, joined_at)
       select id, $2, $3, 'player', $4 from public.teams where slug = $1`,
      [slug, reader.person_id, reader.user_id, joined],
    );

  it('of the ladder, for who has no other', async () => {
    expect(await zone()).toBe('America/Lima');
  });

  it('of the team that they joined first', async () => {
    const second = await own.addTeam(`Second ${randomUUID().slice(0, 4)}`, null);
    await own.database.query(`update public.teams set zone = 'Asia/Tokyo' where id = $1`, [
      second.id,
    ]);
    await join(home.slug, '2026-02-01');
    await join(second.slug, '2026-03-01');
    expect(await zone()).toBe('Europe/Helsinki');
  });

  it('that they have chosen', async () => {
    await join(home.slug, '2026-02-01');
    await own.act(reader, { path: '/me/settings', body: { zone: 'Asia/Seoul' } });
    expect(await zone()).toBe('Asia/Seoul');
  });
});
