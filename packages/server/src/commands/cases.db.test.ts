import { createTestDatabase } from '@muster/database/testing';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import type { Viewer } from '../context.ts';
import { verify } from '../engine/replay/verify.ts';
import { ApiLeague, startMatch, type TestTeam, toScores } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { command } from './cases.ts';
import { OperatorError } from './command.ts';

const lines = catchLines();

interface World {
  own: ApiLeague;
  /** The league's one admin. */
  admin: Viewer;
  team: TestTeam;
  other: TestTeam;
  run: (...words: string[]) => Promise<string[]>;
}

async function withLeague(work: (world: World) => Promise<void>): Promise<void> {
  const database = await createTestDatabase();
  await using own = new ApiLeague(database);
  await own.addLadder('tanks');
  const run = async (...positionals: string[]) => {
    lines.length = 0;
    const config = parseConfig({ DATABASE_URL: database.url });
    expect(await command.run(config, { values: {}, positionals })).toBe(0);
    return [...lines];
  };
  const admin = await own.addAdmin('Alone');
  const team = await own.addTeam('Team', 'tanks');
  const other = await own.addTeam('Other', 'tanks');
  await work({ own, admin, team, other, run });
  expect(await verify(own.database)).toMatchObject({ difference: null });
}

describe('a dispute of a match', () => {
  it('is listed where everybody in office has a part in it, with when the clock ends it', async () => {
    await withLeague(async ({ own, admin, team, other, run }) => {
      const { match, maps } = await startMatch(own, 'tanks', [other, team]);
      const sides = [
        [other, 'challenger'],
        [team, 'defender'],
      ] as const;
      for (const [side, winner] of sides) {
        const body = { scores: toScores(maps, winner) };
        await own.act(side.captain, { path: `/matches/${match}/report`, body });
      }
      expect((await run()).join()).toContain('Nothing waits');
      const { code } = await own.act(team.captain, { path: `/teams/${team.slug}/invites` });
      await own.act(admin, { path: `/teams/${team.slug}/join`, body: { code } });
      const [line, what] = await run();
      expect(line).toMatch(new RegExp(`^${match}  since 2026-11-.*  match Other - Team$`));
      expect(what).toMatch(/name another admin. The clock ends it at 2026-11-/);
      await own.addAdmin('Second');
      expect((await run()).join()).toContain('Nothing waits');
    });
  });
});

/** A report of something, as a case. */
async function report(
  own: ApiLeague,
  by: Viewer,
  { id, kind = 'team' }: { id: string; kind?: string },
): Promise<string> {
  const reason = kind === 'team' ? 'name' : 'insult';
  await own.act(by, { path: '/reports', body: { kind, id, reason } });
  const [found] = await own.database.query<{ id: string }>(
    'select id from private.cases where subject = $1 order by opened_at desc limit 1',
    [id],
  );
  return found?.id ?? '';
}

const readCase = async (own: ApiLeague, id: string) => {
  const [found] = await own.database.query(
    'select status, answer, decided_by, appeal_granted, appeal_answer from private.cases where id = $1',
    [id],
  );
  return found;
};

const listAudit = (own: ApiLeague, id: string) =>
  own.database.query(
    'select act, person_id from private.audit_log where subject = $1 order by at, id',
    [id],
  );

describe('muster cases', () => {
  it('lists and closes a case whose only admin is a party, and no other', () =>
    withLeague(async ({ own, admin, team, other, run }) => {
      const free = await report(own, other.captain, team);
      expect(await run()).toEqual(['Nothing waits that nobody in office may decide.']);
      await expect(run('close', free, 'No.')).rejects.toThrow(OperatorError);
      const bound = await report(own, admin, other);
      expect((await run())[0]).toContain(bound);
      await run('close', bound, 'The name', 'is fine.');
      expect(await readCase(own, bound)).toMatchObject({
        status: 'closed',
        answer: 'The name is fine.',
        decided_by: null,
      });
      expect(await listAudit(own, bound)).toEqual([{ act: 'case_closed', person_id: null }]);
      const told = await own.database.query(
        `select kind from private.notices where person_id = $1 and kind = 'report_answered'`,
        [admin.person_id],
      );
      expect(told).toHaveLength(1);
      await expect(run('close', bound, 'Again.')).rejects.toThrow(OperatorError);
      // Once there is a second admin, it is theirs.
      const second = await report(own, admin, other);
      await own.addAdmin('Second');
      await expect(run('close', second, 'No.')).rejects.toThrow(OperatorError);
    }));

  it('decides the appeal of a lone admin’s own decision', () =>
    withLeague(async ({ own, admin, team, other, run }) => {
      await own.act(other.captain, {
        path: '/reports',
        body: { kind: 'person', id: team.captain.person_id, reason: 'insult' },
      });
      const [found] = await own.database.query<{ id: string }>('select id from private.cases');
      const id = found?.id ?? '';
      const acts = [{ act: 'ban', until: own.at(7) }];
      await own.act(admin, {
        path: `/moderation/cases/${id}/decision`,
        body: { version: 1, acts, answer: 'Insults.' },
      });
      expect(await run()).toEqual(['Nothing waits that nobody in office may decide.']);
      await own.act(team.captain, {
        path: `/moderation/cases/${id}/appeal`,
        body: { text: 'I did not.' },
      });
      await expect(run('close', id, 'No.')).rejects.toThrow(OperatorError);
      await run('grant', id, 'He did not.');
      expect(await readCase(own, id)).toMatchObject({
        status: 'final',
        appeal_granted: true,
        appeal_answer: 'He did not.',
      });
      expect(await own.database.query('select is_lifted from public.sanctions')).toEqual([
        { is_lifted: true },
      ]);
      expect(await listAudit(own, id)).toEqual([
        { act: 'case_decided', person_id: admin.person_id },
        { act: 'appeal_granted', person_id: null },
      ]);
    }));

  it('gives back the name and the team that the lone admin took', () =>
    withLeague(async ({ own, admin, team, other, run }) => {
      const read = () =>
        own.database.query(
          'select name, tag, disbanded_at is null as is_there from public.teams where id = $1',
          [team.id],
        );
      const was = await read();
      const id = await report(own, other.captain, team);
      const acts = [{ act: 'rename_team', name: 'Nicer', tag: 'NICE' }, { act: 'disband_team' }];
      const path = `/moderation/cases/${id}`;
      await own.act(admin, {
        path: `${path}/decision`,
        body: { version: 1, acts, answer: 'Rude.' },
      });
      expect(await read()).toEqual([{ name: 'Nicer', tag: 'NICE', is_there: false }]);
      await own.act(team.captain, { path: `${path}/appeal`, body: { text: 'It is not.' } });
      await run('grant', id, 'It is not.');
      expect(await read()).toEqual(was);
    }));

  it('answers the appeal of a sanction that the lone admin gave', () =>
    withLeague(async ({ own, admin, team, run }) => {
      const give = async (person: Viewer) => {
        const body = { person: person.person_id, kind: 'mute', reason: 'Insults.' };
        const { sanction } = await own.act(admin, { path: '/sanctions', body });
        await own.act(person, { path: `/sanctions/${sanction}/appeal`, body: { text: 'No.' } });
        return String(sanction);
      };
      const [first, second] = [await give(team.captain), await give(team.player)];
      expect((await run()).filter((line) => line.includes('since'))).toHaveLength(2);
      await run('grant', first, 'Not heard.');
      await run('refuse', second, 'It stays.');
      const appeals = await own.database.query(
        `select s.is_lifted, q.is_granted, q.answer, q.decided_by from public.sanctions s
         join private.sanction_appeals q on q.sanction_id = s.id order by q.answer`,
      );
      expect(appeals).toEqual([
        { is_lifted: false, is_granted: false, answer: 'It stays.', decided_by: null },
        { is_lifted: true, is_granted: true, answer: 'Not heard.', decided_by: null },
      ]);
      expect(await listAudit(own, first)).toEqual([{ act: 'appeal_granted', person_id: null }]);
      expect(await run()).toEqual(['Nothing waits that nobody in office may decide.']);
    }));

  it('takes what the only other admin may not decide while they are banned', () =>
    withLeague(async ({ own, admin, team, run }) => {
      const second = await own.addAdmin('Second');
      await own.act(admin, {
        path: '/sanctions',
        body: { person: second.person_id, kind: 'ban', reason: 'Cheats.' },
      });
      const id = await report(own, admin, team);
      expect((await run())[0]).toContain(id);
      await expect(run('hide', id, 'No logo.')).rejects.toThrow();
      await run('close', id, 'Nothing to see.');
    }));

  it('hides a notice or a picture that the only admin reported; a person it cannot', () =>
    withLeague(async ({ own, admin, team, run }) => {
      const about = { game: 'battlefield6', region: 'EU', zone: 'UTC', evenings: [] };
      const words = { languages: ['en'], kind: 'scrim', team: team.slug, text: 'Rude words' };
      const { id: post } = await own.act(team.captain, {
        ...{ path: '/boards', body: { ...about, ...words } },
      });
      await own.database.query(
        `with kept as (insert into private.files (id, media_type, size, started_at)
           values (gen_random_uuid(), 'image/webp', 0, now()) returning id)
         insert into private.team_logos (team_id, key, small_id, large_id, set_at)
         select $1, repeat('a', 32), id, id, now() from kept`,
        [team.id],
      );
      await own.database.query(`update public.teams set logo_path = '/api/logos/a' where id = $1`, [
        team.id,
      ]);
      const read = () =>
        own.database.query(
          `select p.hidden_at is not null as is_hidden, t.logo_path is null as is_bare
           from public.board_posts p, public.teams t where p.id = $1 and t.id = $2`,
          [post, team.id],
        );
      expect(await read()).toEqual([{ is_hidden: false, is_bare: false }]);
      await run('hide', await report(own, admin, { kind: 'post', id: String(post) }), 'Rude.');
      expect(await read()).toEqual([{ is_hidden: true, is_bare: false }]);
      await run('hide', await report(own, admin, team), 'Rude.');
      expect(await read()).toEqual([{ is_hidden: true, is_bare: true }]);
      const person = { kind: 'person', id: team.player.person_id };
      await expect(run('hide', await report(own, admin, person), 'Rude.')).rejects.toThrow(
        'A person cannot be hidden',
      );
    }));

  it('refuses what is short of words, has too many of them, or names no case', () =>
    withLeague(async ({ run }) => {
      const nobody = '00000000-0000-4000-8000-000000000000';
      const wrong = 'with an id and a reason of 1000 characters at most';
      for (const [words, said] of [
        [['close'], wrong],
        [['close', 'no-id', 'Why.'], wrong],
        [['close', nobody], wrong],
        [['close', nobody, 'x'.repeat(1001)], wrong],
        [['close', nobody, 'x'.repeat(1000)], 'Nothing of that id waits for the host'],
      ] as const) {
        await expect(run(...words), words.join(' ')).rejects.toThrow(said);
      }
    }));
});
