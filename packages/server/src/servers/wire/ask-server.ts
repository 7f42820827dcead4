import {
  answers,
  readChallenge,
  readInfo,
  readPlayers,
  toInfoRequest,
  toKind,
  toPlayersRequest,
} from './a2s.ts';
import type { Claim } from './claim.ts';
import { MalformedAnswer } from './malformed-answer.ts';
import { isStatus, readStatus, statusRequest } from './quake2.ts';
import type { Peer, QuerySocket, Reply } from './query-socket.ts';
import { SplitAnswers } from './split.ts';

/** What became of asking. */
export type Asked =
  | { kind: 'answered'; claim: Claim; ping: number }
  | { kind: 'silent' }
  | { kind: 'malformed' };

const mostHops = 3;
/** All that one server may take of a round. */
const longestMilliseconds = 5000;

interface Talk {
  socket: QuerySocket;
  peer: Peer;
  until: number;
}

function request(
  { socket, peer, until }: Talk,
  datagram: Buffer,
  { isFirstEngine, isAnswer }: { isFirstEngine: boolean; isAnswer: (whole: Buffer) => boolean },
): Promise<Reply | null> {
  const pieces = new SplitAnswers({ isFirstEngine });
  return socket.request(peer, {
    datagram,
    until,
    toAnswer: (heard) => {
      const whole = pieces.take(heard);
      return whole !== null && isAnswer(whole) ? whole : null;
    },
  });
}

/** Asks, and again with the challenge that comes instead of an answer; a server that only sends challenges is given up. */
async function requestChallenged(
  talk: Talk,
  toRequest: (challenge: Buffer | null) => Buffer,
  { kind, isFirstEngine }: { kind: number; isFirstEngine: boolean },
): Promise<Reply | null> {
  const isAnswer = (whole: Buffer) => [kind, answers.challenge].includes(toKind(whole) ?? 0);
  let challenge: Buffer | null = null;
  for (let hop = 0; hop <= mostHops; hop += 1) {
    const reply = await request(talk, toRequest(challenge), { isFirstEngine, isAnswer });
    if (reply === null || toKind(reply.answer) === kind) {
      return reply;
    }
    challenge = readChallenge(reply.answer);
  }
  throw new MalformedAnswer('challenges without end');
}

async function askPeople(talk: Talk, isFirstEngine: boolean): Promise<string[] | null> {
  try {
    const asked = { kind: answers.players, isFirstEngine };
    const reply = await requestChallenged(talk, toPlayersRequest, asked);
    return reply === null ? null : readPlayers(reply.answer);
  } catch (error) {
    if (error instanceof MalformedAnswer) {
      return null;
    }
    throw error;
  }
}

async function askA2s(talk: Talk): Promise<Asked> {
  const asked = { kind: answers.info, isFirstEngine: false };
  const reply = await requestChallenged(talk, toInfoRequest, asked);
  if (reply === null) {
    return { kind: 'silent' };
  }
  const { is_first_engine, ...info } = readInfo(reply.answer);
  const people = info.players === 0 ? [] : await askPeople(talk, is_first_engine);
  return { kind: 'answered', ping: reply.ping, claim: { ...info, people } };
}

async function askQuake2(talk: Talk): Promise<Asked> {
  const wanted = { isFirstEngine: false, isAnswer: isStatus };
  const reply = await request(talk, statusRequest, wanted);
  return reply === null
    ? { kind: 'silent' }
    : { kind: 'answered', ping: reply.ping, claim: readStatus(reply.answer) };
}

/** Asks a game server what it says of itself, by the protocol of its game. */
export async function askServer(
  socket: QuerySocket,
  peer: Peer,
  protocol: 'a2s' | 'quake2',
): Promise<Asked> {
  const talk = { socket, peer, until: performance.now() + longestMilliseconds };
  try {
    return await (protocol === 'a2s' ? askA2s(talk) : askQuake2(talk));
  } catch (error) {
    if (error instanceof MalformedAnswer) {
      return { kind: 'malformed' };
    }
    throw error;
  }
}
