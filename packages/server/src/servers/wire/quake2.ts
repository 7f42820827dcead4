import { type Claim, cleanNames, cleanText, longest } from './claim.ts';
import { MalformedAnswer } from './malformed-answer.ts';

const mark = Buffer.from('\u00ff\u00ff\u00ff\u00ffprint\n', 'latin1');

/** Asks what is played and who plays. */
export const statusRequest = Buffer.from('\u00ff\u00ff\u00ff\u00ffstatus\n', 'latin1');

const mostLines = 512;
const mostClients = 1024;

export function isStatus(answer: Buffer): boolean {
  return answer.subarray(0, mark.length).equals(mark);
}

function readKeys(line: string): Map<string, string> {
  const parts = line.split('\\').slice(1, 2 * mostLines);
  const keys = new Map<string, string>();
  for (let place = 0; place + 1 < parts.length; place += 2) {
    keys.set((parts[place] ?? '').toLowerCase(), parts[place + 1] ?? '');
  }
  return keys;
}

/** A whole number in a text, 0 where it is none, and within its bounds. */
function toCount(text: string | undefined, most: number): number {
  return /^\d{1,9}$/.test(text ?? '') ? Math.min(Number(text), most) : 0;
}

/** Names without what colours them. */
const toName = (name: string) => name.replace(/\^[0-9a-z]/gi, '');

/**
 * An answer to `statusRequest`: a line of keys, then one a player, `frags ping "name"`. The list of players
 * may be cut; of bots it says nothing.
 * @throws MalformedAnswer for anything else
 */
export function readStatus(answer: Buffer): Claim {
  if (!isStatus(answer)) {
    throw new MalformedAnswer('no status');
  }
  const [first = '', ...lines] = answer
    .toString('latin1', mark.length)
    .split('\n', mostLines)
    .map((line) => line.replace(/[\r\0]/g, ''));
  if (!first.startsWith('\\')) {
    throw new MalformedAnswer('no keys');
  }
  const keys = readKeys(first);
  const players = lines.flatMap((line) => {
    const found = /^-?\d{1,9} -?\d{1,9}(?: "([^"]*)"?)?/.exec(line);
    return found === null ? [] : [toName(found[1] ?? '')];
  });
  return {
    players: players.length,
    max_players: toCount(keys.get('maxclients'), mostClients),
    bots: null,
    map: cleanText(keys.get('mapname') ?? '', longest.map),
    // Its second bit is the spectators' password.
    has_password: (toCount(keys.get('needpass'), 255) & 1) === 1,
    version: cleanText(keys.get('version') ?? '', longest.version),
    game_port: null,
    people: cleanNames(players),
  };
}
