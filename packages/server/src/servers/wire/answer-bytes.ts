const single = Buffer.from([0xff, 0xff, 0xff, 0xff]);
const zeroEnded = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0])]);
const word = (value: number) => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
};

export interface InfoAnswer {
  name: string;
  map: string;
  players: number;
  max_players: number;
  bots: number;
  has_password: boolean;
  version: string;
  game_port: number | null;
}

/** An answer of a server's that is asked what is played. */
export function writeInfo(info: InfoAnswer): Buffer {
  const { players, max_players, bots, game_port } = info;
  return Buffer.concat([
    single,
    Buffer.from('I\u0011', 'latin1'),
    ...[info.name, info.map, 'folder', 'game'].map(zeroEnded),
    word(0),
    Buffer.from([players, max_players, bots]),
    Buffer.from('dl', 'latin1'),
    Buffer.from([info.has_password ? 1 : 0, 0]),
    zeroEnded(info.version),
    ...(game_port === null ? [] : [Buffer.from([0x80]), word(game_port)]),
  ]);
}

/** An answer that names who plays; `count` may lie. */
export function writePlayers(names: readonly string[], count = names.length): Buffer {
  return Buffer.concat([
    single,
    Buffer.from([0x44, count & 0xff]),
    ...names.flatMap((name) => [Buffer.from([0]), zeroEnded(name), Buffer.alloc(8)]),
  ]);
}

/** An answer to Quake 2's question, of which this is the text. */
export function writeStatus(text: string): Buffer {
  return Buffer.concat([single, Buffer.from(`print\n${text}`, 'latin1')]);
}

export function writeChallenge(challenge: Buffer): Buffer {
  return Buffer.concat([single, Buffer.from('A', 'latin1'), challenge]);
}

const infoLength = 25;

/** The challenge that a question bears, empty where it bears none yet; null for what asks neither what is played nor who plays. */
export function toChallenge(question: Buffer): Buffer | null {
  const kind = question.length > 4 ? question.readUInt8(4) : 0;
  if (kind === 0x54) {
    return question.subarray(infoLength);
  }
  return kind === 0x55 ? question.subarray(5) : null;
}
