import { type Chain, coverLog } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import { type Piece, toInstantName } from './piece-name.ts';
import { type Place, toSegmentName } from './position.ts';

/** From what a database of an instant is made. */
export interface RestorePlan {
  chain: Chain;
  /** The log that is read, without a gap. */
  pieces: Piece[];
  /** Behind the last of it. */
  until: Place;
  /** Where the log is to stop: the instant asked for; null where the journal ends before, and all of it is read. */
  stopAt: Date | null;
  /** The instant that comes of it. */
  at: Date;
}

const say = (at: Date) => at.toISOString();

function describeGap({ base }: Chain, until: Place, behind: Piece): string {
  const name = toSegmentName(until, base.timeline, base.segment_size);
  return `the log’s ${name} is missing or only in part there, before ${toInstantName(behind.at)}`;
}

/**
 * Chooses the newest base copy before an instant, and the log from it up to the instant.
 * @throws JournalFault in one line that says which instants can be had, where this one cannot.
 */
export function planRestore(chains: readonly Chain[], at: Date): RestorePlan {
  const [newest] = chains;
  const oldest = chains.at(-1);
  if (newest === undefined || oldest === undefined) {
    throw new JournalFault('there is no whole base copy in it');
  }
  const chain = chains.find(({ stoppedAt }) => stoppedAt <= at);
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
    return { chain, pieces, until, stopAt: null, at: last };
  }
  // What was in the middle of a commit at that instant may lie in the piece after.
  const enough = pieces.findIndex((piece) => piece.at >= at) + 2;
  return { chain, pieces: pieces.slice(0, enough), until, stopAt: at, at };
}
