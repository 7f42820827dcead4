import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { toChallenge, writeChallenge, writeInfo, writePlayers } from './wire/answer-bytes.ts';
import type { Peer } from './wire/query-socket.ts';

const names = [
  'Kaarna',
  'Dust',
  'Halla',
  'Ortsa',
  'Miro',
  'Suvi',
  'Ilves',
  'Tuuli',
  'Rasmus',
  'Wera',
];
const maps = ['Earth-like', 'Triton', 'Pertam'];

/** How many would play at an hour of the day: few in the morning, most at night. */
export function countDemoPlayers(at: Date): number {
  const hours = at.getUTCHours() + at.getUTCMinutes() / 60;
  const wave = (1 - Math.cos(((hours - 7) / 24) * 2 * Math.PI)) / 2;
  return Math.round(wave * names.length);
}

/**
 * The demonstration's own game server: on loopback, so that nobody outside can reach it, at a port of its own,
 * and only for as long as it is asked.
 */
export function createDemoServer(now: () => Date): {
  open: () => Promise<Peer>;
  close: () => Promise<void>;
} {
  let opened: Promise<Socket> | null = null;

  function answer(question: Buffer): Buffer | null {
    const challenge = toChallenge(question);
    if (challenge === null) {
      return null;
    }
    if (challenge.length === 0 || challenge.every((byte) => byte === 0xff)) {
      return writeChallenge(Buffer.from('demo'));
    }
    const players = countDemoPlayers(now());
    if (question.readUInt8(4) === 0x55) {
      return writePlayers(names.slice(0, players));
    }
    return writeInfo({
      name: 'Demonstration',
      map: maps[now().getUTCHours() % maps.length] ?? '',
      players,
      max_players: 16,
      bots: 0,
      has_password: false,
      version: '1.205',
      game_port: null,
    });
  }

  async function bind(): Promise<Socket> {
    const socket = createSocket('udp4');
    socket.unref();
    socket.on('message', (question: Buffer, { port, address }: RemoteInfo) => {
      const told = answer(question);
      if (told !== null) {
        socket.send(told, port, address);
      }
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return socket;
  }

  return {
    async open() {
      opened ??= bind();
      const { address, port } = (await opened).address();
      return { address, port };
    },
    async close() {
      const socket = opened;
      opened = null;
      (await socket)?.close();
    },
  };
}
