import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import {
  type InfoAnswer,
  toChallenge,
  writeChallenge,
  writeInfo,
  writePlayers,
  writeStatus,
} from '../wire/answer-bytes.ts';

/** How a fake server behaves; whatever is not named is as an honest one has it. */
export interface Behaviour {
  info: Partial<InfoAnswer>;
  names: string[];
  /** Said to be so many. */
  count?: number;
  /** `none`: answers at once; `rotating`: another one with each question; `endless`: nothing but challenges. */
  challenge: 'none' | 'once' | 'rotating' | 'endless';
  /** How a long answer comes. */
  split: 'none' | 'reversed' | 'doubled' | 'missing' | 'claims_255';
  /** Only the beginning of its info. */
  cutAt?: number;
  isSilent: boolean;
  /** Answers from another port than the one that was asked. */
  isSpoofed: boolean;
  /** Sent in place of an answer, all at once. */
  raw?: Buffer | readonly Buffer[];
  /** Answers Quake 2's question with this text. */
  status?: string;
}

const honest: Behaviour = {
  info: {},
  names: [],
  challenge: 'once',
  split: 'none',
  isSilent: false,
  isSpoofed: false,
};

export const honestInfo: InfoAnswer = {
  name: 'A world',
  map: 'Earth',
  players: 2,
  max_players: 16,
  bots: 0,
  has_password: false,
  version: '1.205',
  game_port: null,
};

function toPieces(answer: Buffer, split: Behaviour['split']): Buffer[] {
  if (split === 'none') {
    return [answer];
  }
  const size = Math.ceil(answer.length / 3);
  const pieces = [0, 1, 2].map((number) => {
    const head = Buffer.from([0xfe, 255, 255, 255, 7, 0, 0, 0, 3, number, 0, 5]);
    head.writeUInt8(split === 'claims_255' ? 255 : 3, 8);
    return Buffer.concat([head, answer.subarray(number * size, (number + 1) * size)]);
  });
  if (split === 'missing') {
    return pieces.slice(0, 2);
  }
  return split === 'doubled' ? [...pieces, ...pieces].sort(() => -1) : pieces.reverse();
}

/** A game server on this machine that behaves as it is told, and counts what it is asked. */
export async function openFakeServer(told: Partial<Behaviour> = {}) {
  const behaviour: Behaviour = { ...honest, ...told };
  const asked: Buffer[] = [];
  const [socket, other] = [createSocket('udp4'), createSocket('udp4')];
  socket.bind(0, '127.0.0.1');
  other.bind(0, '127.0.0.1');
  await Promise.all([once(socket, 'listening'), once(other, 'listening')]);
  let rotation = 1;
  const toNext = () => Buffer.from([rotation, 1, 2, 3]);

  function answer(question: Buffer): Buffer[] {
    const { challenge, raw, status, info, names, count, split, cutAt } = behaviour;
    if (raw !== undefined) {
      return Buffer.isBuffer(raw) ? [raw] : [...raw];
    }
    if (question.toString('latin1', 4, 10) === 'status') {
      return [writeStatus(status ?? '')];
    }
    const given = toChallenge(question) ?? Buffer.alloc(0);
    const isRight = challenge === 'none' || given.equals(toNext());
    if (challenge === 'endless' || !isRight) {
      rotation += challenge === 'endless' ? 1 : 0;
      return [writeChallenge(toNext())];
    }
    rotation += challenge === 'rotating' ? 1 : 0;
    return question.readUInt8(4) === 0x54
      ? [writeInfo({ ...honestInfo, ...info }).subarray(0, cutAt)]
      : toPieces(writePlayers(names, count), split);
  }

  socket.on('message', (question: Buffer, { port, address }: RemoteInfo) => {
    asked.push(question);
    if (!behaviour.isSilent) {
      for (const datagram of answer(question)) {
        (behaviour.isSpoofed ? other : socket).send(datagram, port, address);
      }
    }
  });
  return {
    peer: { address: '127.0.0.1', port: socket.address().port },
    asked,
    /** Changes what it does from now on. */
    tell: (changed: Partial<Behaviour>) => void Object.assign(behaviour, changed),
    async [Symbol.asyncDispose]() {
      socket.close();
      other.close();
    },
  };
}
