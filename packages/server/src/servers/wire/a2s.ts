import { type Claim, cleanNames, cleanText, longest } from './claim.ts';
import { MalformedAnswer } from './malformed-answer.ts';
import { Reader } from './reader.ts';

// Valve's server queries, as https://developer.valvesoftware.com/wiki/Server_queries has them.
const single = Buffer.from([0xff, 0xff, 0xff, 0xff]);
const infoAsked = Buffer.concat([single, Buffer.from('TSource Engine Query\0', 'latin1')]);
const noChallenge = single;

/** The first byte of each answer behind the mark of a single one. */
export const answers = { challenge: 0x41, info: 0x49, players: 0x44 } as const;

/** An app that has three bytes more in its answer. */
const theShip = 2400;
/** The first engine's protocols, which count the pieces of a long answer in half bytes. */
const firstEngine: readonly number[] = [47, 48];

/** The byte that says what an answer is; null where it is none. */
export function toKind(answer: Buffer): number | null {
  return answer.length > 4 && answer.subarray(0, 4).equals(single) ? answer.readUInt8(4) : null;
}

/** Asks what is played; the challenge stands at the end once there is one. */
export function toInfoRequest(challenge: Buffer | null): Buffer {
  return challenge === null ? infoAsked : Buffer.concat([infoAsked, challenge]);
}

/** Asks who plays. */
export function toPlayersRequest(challenge: Buffer | null): Buffer {
  return Buffer.concat([single, Buffer.from('U', 'latin1'), challenge ?? noChallenge]);
}

/** @throws MalformedAnswer for anything but a challenge */
export function readChallenge(answer: Buffer): Buffer {
  if (toKind(answer) !== answers.challenge || answer.length < 9) {
    throw new MalformedAnswer('no challenge');
  }
  return Buffer.from(answer.subarray(5, 9));
}

/** What is played, without who plays, and whether long answers of it come in the first engine's pieces. */
export interface Info extends Omit<Claim, 'people'> {
  is_first_engine: boolean;
}

/** @throws MalformedAnswer for anything but an answer to `toInfoRequest` */
export function readInfo(answer: Buffer): Info {
  if (toKind(answer) !== answers.info) {
    throw new MalformedAnswer('no info');
  }
  const reader = new Reader(answer, 5);
  const protocol = reader.u8();
  reader.text();
  const map = reader.text();
  reader.text();
  reader.text();
  const app = reader.u16();
  const [players, max_players, bots] = [reader.u8(), reader.u8(), reader.u8()];
  // Its kind and its system.
  reader.skip(2);
  const has_password = reader.u8() !== 0;
  reader.skip(app === theShip ? 4 : 1);
  // What follows is not in every server's answer.
  const version = reader.left > 0 ? reader.text() : '';
  const extra = reader.left > 0 ? reader.u8() : 0;
  const port = (extra & 0x80) === 0 ? 0 : reader.u16();
  return {
    players,
    max_players,
    bots: Math.min(bots, players),
    map: cleanText(map, longest.map),
    has_password,
    version: cleanText(version, longest.version),
    game_port: port === 0 ? null : port,
    is_first_engine: firstEngine.includes(protocol),
  };
}

/**
 * The names in an answer to `toPlayersRequest`. It is read for as long as whole players follow: its count
 * may say less or more, and the last may be cut.
 * @throws MalformedAnswer for anything but such an answer
 */
export function readPlayers(answer: Buffer): string[] {
  if (toKind(answer) !== answers.players) {
    throw new MalformedAnswer('no players');
  }
  const reader = new Reader(answer, 5);
  reader.u8();
  const names: string[] = [];
  while (reader.left > 0 && names.length < 255) {
    const name = readPlayer(reader);
    if (name === null) {
      break;
    }
    names.push(name);
  }
  return cleanNames(names);
}

function readPlayer(reader: Reader): string | null {
  try {
    reader.skip(1);
    const name = reader.text();
    reader.skip(8);
    return name;
  } catch (error) {
    if (error instanceof MalformedAnswer) {
      return null;
    }
    throw error;
  }
}
