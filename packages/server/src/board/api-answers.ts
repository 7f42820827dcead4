import type { Hono } from 'hono';
import * as v from 'valibot';
import { createId } from '../engine/ids.ts';
import { refuse, refuseField } from '../engine/refusal.ts';
import type { Unit } from '../engine/unit.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { instant } from '../http/fields.ts';
import { getId, getTeam } from '../http/find.ts';
import { requireFreedom, requireVoice } from '../http/voice.ts';
import { officers } from '../notice/plan.ts';
import { tellOfBoards } from '../notice/tell-of-boards.ts';
import { tellOfScrim } from '../scrim/notices.ts';
import { holdTeam } from '../team/hold.ts';
import { makeInvite } from '../team/invite.ts';
import { isLeader } from './api-posts.ts';
import { isPostReady, isPostUp } from './post-up.ts';

const answersPerMinute = 10;
const fortnight = 14 * 24 * 3600 * 1000;

const slug = v.pipe(v.string(), v.maxLength(60));
const answerSchema = v.object({
  words: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300)), ''),
  /** For whom the person answers, where a scrim is sought. */
  team: v.optional(slug),
  starts_at: v.optional(instant),
});
type Answer = v.InferOutput<typeof answerSchema>;

interface Post {
  id: string;
  kind: 'team_seeks_player' | 'player_seeks_team' | 'scrim';
  person_id: string;
  game_slug: string;
  team_id: string | null;
  team_slug: string | null;
  zone: string;
  times: Date[];
}

const postSql = `
  select p.id, p.kind, p.person_id, p.game_slug, p.team_id, t.slug as team_slug, p.zone, p.times
  from public.board_posts p left join public.teams t on t.id = p.team_id
  where p.expires_at > $2 and p.hidden_at is null and ${isPostUp}`;

/** A notice that others see, to answer it. */
async function getOpenPost(unit: Unit, id: string): Promise<Post> {
  const post = await getPost(unit, id);
  const [ready] = await unit.transaction.query(
    `select 1 from public.board_posts p where p.id = $2 and ${isPostReady}`,
    [unit.at, id],
  );
  return ready === undefined ? refuse({ code: 'not_found', params: { what: 'post', id } }) : post;
}

/** A notice that is up; it stays up until the transaction is over. */
async function getPost(unit: Unit, id: string): Promise<Post> {
  const [post] = await unit.transaction.query<Post>(`${postSql} and p.id = $1 for update of p`, [
    id,
    unit.at,
  ]);
  return post ?? refuse({ code: 'not_found', params: { what: 'post', id } });
}

/** Answers are given to teams; whoever leads the team by now deals with them. */
async function requirePostLead(unit: Unit, post: Post): Promise<void> {
  const person = unit.viewer?.person_id ?? '';
  if (!(await isLeader(unit.transaction, post.team_id ?? '', person))) {
    refuse({ code: 'not_captain', params: {} });
  }
  await requireFreedom(unit.transaction, { personId: person, ladderId: null, at: unit.at });
}

/** The other team of a scrim, for which the person speaks, and when it would play. */
async function getRival(unit: Unit, post: Post, { team: given, starts_at }: Answer) {
  const team = await getTeam(unit.transaction, given ?? refuseField('team'));
  const person = unit.viewer?.person_id ?? '';
  if (!(await isLeader(unit.transaction, team.id, person))) {
    refuse({ code: 'not_captain', params: {}, field: 'team' });
  }
  if (team.id === post.team_id) {
    refuseField('team');
  }
  const time = starts_at ?? refuseField('starts_at');
  const offered = post.times.map((offer) => offer.toISOString());
  if (offered.length > 0 && !offered.includes(time)) {
    refuse({ code: 'time_not_offered', params: { time }, field: 'starts_at' });
  }
  requireSoon(unit, time);
  return { teamId: team.id, startsAt: time };
}

function requireSoon(unit: Unit, time: string): void {
  const until = new Date(Date.parse(unit.at) + fortnight).toISOString();
  if (time <= unit.at || time > until) {
    const params = { time, from: unit.at, until };
    refuse({ code: 'time_out_of_window', params, field: 'starts_at' });
  }
}

async function requireSeeker(unit: Unit, post: Post): Promise<void> {
  const [member] = await unit.transaction.query(
    'select 1 from public.rosters where team_id = $1 and person_id = $2',
    [post.team_id, unit.viewer?.person_id],
  );
  if (member !== undefined) {
    refuse({ code: 'already_member', params: {} });
  }
}

async function answer(unit: Unit, postId: string, given: Answer): Promise<{ id: string }> {
  const personId = unit.viewer?.person_id ?? '';
  await requireVoice(unit.transaction, { personId, ladderId: null, at: unit.at });
  const post = await getOpenPost(unit, postId);
  // A person who seeks a team is answered with an invitation.
  if (post.kind === 'player_seeks_team') {
    refuse({ code: 'nothing_asked', params: {} });
  }
  if (post.kind === 'team_seeks_player') {
    await requireSeeker(unit, post);
  }
  const rival = post.kind === 'scrim' ? await getRival(unit, post, given) : null;
  // Who was declined may answer again.
  const [standing] = await unit.transaction.query(
    `select 1 from private.board_answers
     where post_id = $1 and person_id = $2 and status in ('open', 'accepted')`,
    [post.id, personId],
  );
  if (standing !== undefined) {
    refuse({ code: 'already_asked', params: {} });
  }
  const id = createId();
  await unit.transaction.query(
    `insert into private.board_answers (id, post_id, person_id, team_id, starts_at, words, answered_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      ...[id, post.id, personId, rival?.teamId ?? null, rival?.startsAt ?? null],
      ...[given.words, unit.at],
    ],
  );
  await tellOfBoards(unit.transaction, {
    kind: 'board_answered',
    // An answer may be taken back and given again without end: the team hears of somebody's once a day (UTC).
    about: `${post.id}:${personId}:${unit.at.slice(0, 10)}`,
    teamId: post.team_id ?? '',
    otherId: personId,
    to: { of: 'team', id: post.team_id ?? '', roles: officers },
    except: personId,
    facts: {},
    at: unit.at,
  });
  return { id };
}

interface OpenAnswer {
  id: string;
  post_id: string;
  person_id: string;
  team_id: string | null;
  starts_at: Date | null;
}

/** An answer that waits, with its notice; for who put that up. One of a team that is no more waits for nothing. */
async function getAnswer(unit: Unit, id: string): Promise<{ given: OpenAnswer; post: Post }> {
  const [given] = await unit.transaction.query<OpenAnswer>(
    `select a.id, a.post_id, a.person_id, a.team_id, a.starts_at
     from private.board_answers a left join public.teams t on t.id = a.team_id
     where a.id = $1 and a.status = 'open' and a.hidden_at is null and t.disbanded_at is null`,
    [id],
  );
  if (given === undefined) {
    return refuse({ code: 'not_found', params: { what: 'answer', id } });
  }
  const post = await getPost(unit, given.post_id);
  await requirePostLead(unit, post);
  return { given, post };
}

async function settle(unit: Unit, id: string, status: 'accepted' | 'declined'): Promise<void> {
  const settled = await unit.transaction.query(
    `update private.board_answers set status = $2 where id = $1 and status = 'open' returning id`,
    [id, status],
  );
  if (settled.length === 0) {
    refuse({ code: 'not_found', params: { what: 'answer', id } });
  }
}

/** Both teams have agreed: the scrim has a room, and the notice has done its work. */
async function agreeOnScrim(unit: Unit, given: OpenAnswer, post: Post): Promise<{ scrim: string }> {
  const starts_at = given.starts_at?.toISOString() ?? '';
  requireSoon(unit, starts_at);
  const id = createId();
  await unit.transaction.query(
    `insert into private.scrims (id, game_slug, home_team_id, away_team_id, starts_at, zone, agreed_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, post.game_slug, post.team_id, given.team_id, starts_at, post.zone, unit.at],
  );
  await unit.transaction.query('delete from public.board_posts where id = $1', [post.id]);
  await tellOfScrim(unit.transaction, {
    kind: 'scrim_agreed',
    scrimId: id,
    teamId: given.team_id ?? '',
    except: unit.viewer?.person_id ?? null,
    at: unit.at,
  });
  return { scrim: id };
}

/** Takes an answer: a player is invited, a scrim is agreed. */
async function accept(unit: Unit, id: string): Promise<object> {
  const { given, post } = await getAnswer(unit, id);
  // It may have been taken back while we waited for its notice.
  await settle(unit, id, 'accepted');
  if (post.kind === 'scrim') {
    return agreeOnScrim(unit, given, post);
  }
  const { team } = await holdTeam(unit, post.team_slug ?? '');
  const { invite } = await makeInvite(unit, {
    team,
    role: 'player',
    personId: given.person_id,
  });
  return { invite };
}

/** Takes one's own answer back while it is open. */
async function withdraw(unit: Unit, id: string): Promise<void> {
  const own = [id, unit.viewer?.person_id];
  const gone = await unit.transaction.query(
    `delete from private.board_answers
     where id = $1 and person_id = $2 and status = 'open' returning id`,
    own,
  );
  if (gone.length > 0) {
    return;
  }
  const [settled] = await unit.transaction.query<{ status: 'accepted' | 'declined' }>(
    'select status from private.board_answers where id = $1 and person_id = $2',
    own,
  );
  if (settled === undefined) {
    refuse({ code: 'not_found', params: { what: 'answer', id } });
  } else {
    refuse({ code: 'answer_settled', params: settled });
  }
}

function mountSettling(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/boards/answers/:id/acceptance',
    schema: v.object({}),
    work: (unit, { parameters }) => accept(unit, getId(parameters, 'id', 'answer')),
  });
  mountCommand(api, parts, {
    method: 'POST',
    path: '/boards/answers/:id/decline',
    schema: v.object({}),
    async work(unit, { parameters }) {
      const id = getId(parameters, 'id', 'answer');
      const { given, post } = await getAnswer(unit, id);
      await settle(unit, id, 'declined');
      await tellOfBoards(unit.transaction, {
        kind: 'board_declined',
        about: id,
        teamId: post.team_id ?? '',
        to: { of: 'person', id: given.person_id },
        except: null,
        facts: {},
        at: unit.at,
      });
      return {};
    },
  });
}

/** Answers to notices: a player offers to join, a team offers to play, a captain invites who seeks a team. */
export function mountBoardAnswers(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/boards/:id/answers',
    perMinute: answersPerMinute,
    schema: answerSchema,
    work: (unit, { body, parameters }) => answer(unit, getId(parameters, 'id', 'post'), body),
  });
  mountCommand(api, parts, {
    method: 'DELETE',
    path: '/boards/answers/:id',
    schema: v.object({}),
    async work(unit, { parameters }) {
      await withdraw(unit, getId(parameters, 'id', 'answer'));
      return {};
    },
  });
  mountSettling(api, parts);
  mountCommand(api, parts, {
    method: 'POST',
    path: '/boards/:id/invitation',
    schema: v.object({ team: slug }),
    async work(unit, { body, parameters }) {
      const post = await getOpenPost(unit, getId(parameters, 'id', 'post'));
      if (post.kind !== 'player_seeks_team') {
        refuse({ code: 'nothing_asked', params: {} });
      }
      const { team } = await holdTeam(unit, body.team);
      const role = 'player';
      const { invite } = await makeInvite(unit, { team, role, personId: post.person_id });
      return { invite };
    },
  });
}
