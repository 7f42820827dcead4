import { type Chain, coverLog } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import { type Piece, toInstantName } from './piece-name.ts';
import { formatPlace, type Place, toSegmentName } from './position.ts';

/** From what a database of an instant is made. */
export interface RestorePlan {
  chain: Chain;
  /** The log that is read, without a gap. */
  pieces: Piece[];
  /** Where PostgreSQL stops reading, as its settings say it; nothing where all of it is read. */
  target: Readonly<Record<string, string>>;
  /** The instant that comes of it. */
  at: Date;
}

const say = (at: Date) => at.toISOString();

function describeGap({ base }: Chain, until: Place, behind: Piece): string {
  const name = toSegmentName(until, base.timeline, base.segment_size);
  return `the log’s ${name} is missing or only in part there, before ${toInstantName(behind.at)}`;
}

/** As the server reads it before it knows of any zone but by its distance. */
const toServerTime = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00');

/** The newest base copy before an instant; where the clock was set back since, what the same database wrote later. */
function chooseChain(chains: readonly Chain[], at: Date): Chain | undefined {
  const [newest, ...older] = chains.filter(({ stoppedAt }) => stoppedAt <= at);
  let chosen = newest;
  // Each is looked at once, whatever they say of each other.
  for (const left = [...older]; chosen !== undefined; ) {
    const next = left.findIndex(({ base }) => base.after === chosen?.name);
    if (next === -1) {
      break;
    }
    [chosen] = left.splice(next, 1);
  }
  return chosen;
}

/**
 * Chooses the newest base copy before an instant, and the log from it up to the instant. The chains are given with the
 * newest first.
 * @throws JournalFault in one line that says which instants can be had, where this one cannot.
 */
export function planRestore(chains: readonly Chain[], at: Date): RestorePlan {
  const oldest = chains.at(-1);
  if (oldest === undefined) {
    throw new JournalFault('there is no whole base copy in it');
  }
  const chain = chooseChain(chains, at);
  if (chain === undefined) {
    throw new JournalFault(
      `it begins at ${say(oldest.stoppedAt)}: no instant before can be restored`,
    );
  }
  const { pieces, until, at: last, behind } = coverLog(chain);
  if (last === null) {
    throw new JournalFault(
      behind === null
        ? `the log of its base copy of ${say(chain.stoppedAt)} is missing`
        : describeGap(chain, until, behind),
    );
  }
  if (last < at) {
    if (behind !== null) {
      throw new JournalFault(
        `${describeGap(chain, until, behind)}; ${say(last)} is the last instant before it`,
      );
    }
    return { chain, pieces, target: {}, at: last };
  }
  const before = pieces.findLastIndex((piece) => piece.at < at);
  const lastBefore = pieces[before];
  if (lastBefore !== undefined && pieces.slice(0, before).some((piece) => piece.at >= at)) {
    // The clock was set back in between: PostgreSQL would stop at the first row of a later instant, we by the place.
    const target = { recovery_target_lsn: formatPlace(lastBefore.to) };
    return { chain, pieces: pieces.slice(0, before + 3), target, at: lastBefore.at };
  }
  // What was in the middle of a commit at that instant may lie in the piece after the one that has it.
  const target = { recovery_target_time: toServerTime(at) };
  return { chain, pieces: pieces.slice(0, before + 3), target, at };
}
