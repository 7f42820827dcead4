import type { Said } from './notice.ts';

/** How many beats of its own a process hears before it takes for gone who was silent meanwhile. */
const patience = 4;

/** What was said, as its how many-th; a beat with how many broadcasts its process has sent, if that says so. */
interface Heard {
  count: number;
  said: { kind: 'beat'; spoken: number | null } | { kind: Exclude<Said['kind'], 'beat'> };
}

interface Peer {
  /** Of the last that was heard from it; null where that is not known. */
  count: number | null;
  /** How many broadcasts were heard of it; null where that is not known yet. */
  spoken: number | null;
  /** Whether something was missed of it perhaps, as it was not known how many. */
  isDoubtful: boolean;
  /** Beats of our own that were heard since. */
  silence: number;
}

/**
 * Which other processes are there. Time is told by one's own beats as they come back through PostgreSQL: while
 * the way itself is slow or broken, nobody is taken for gone.
 */
export class Peers {
  readonly #peers = new Map<string, Peer>();

  get isEmpty(): boolean {
    return this.#peers.size === 0;
  }

  /** Notes a process that has come, or begins anew. */
  begin(id: string, count: number): void {
    this.#peers.set(id, { count, spoken: null, isDoubtful: false, silence: 0 });
  }

  /**
   * Notes that something was heard. `new` of a process that was not known, `again` of what was heard already,
   * `gap` where something before it never came.
   */
  hear(id: string, { count, said }: Heard): 'new' | 'next' | 'again' | 'gap' {
    const peer = this.#peers.get(id);
    if (peer === undefined) {
      const spoken = said.kind === 'beat' ? said.spoken : null;
      this.#peers.set(id, { count, spoken, isDoubtful: false, silence: 0 });
      return 'new';
    }
    const before = peer.count;
    if (before !== null && count <= before) {
      return 'again';
    }
    peer.count = count;
    peer.silence = 0;
    const isWhole = said.kind === 'beat' ? compare(peer, said.spoken) : speak(peer, said.kind);
    return isWhole && (before === null || count === before + 1) ? 'next' : 'gap';
  }

  /** Notes a beat of one's own, and names those who have been silent for too long. */
  beat(): string[] {
    const gone: string[] = [];
    for (const [id, peer] of this.#peers) {
      peer.silence += 1;
      if (peer.silence > patience) {
        gone.push(id);
        this.#peers.delete(id);
      }
    }
    return gone;
  }

  forget(id: string): void {
    this.#peers.delete(id);
  }

  /**
   * Nothing was heard for a while: what comes next says where each of them is, and its next beat whether it broadcast
   * something meanwhile.
   */
  loseCount(): void {
    for (const peer of this.#peers.values()) {
      peer.count = null;
      peer.silence = 0;
      peer.isDoubtful ||= peer.spoken === null;
    }
  }

  /** All is missed that was said before: what was said meanwhile is asked no more. */
  startAnew(): void {
    this.loseCount();
    for (const peer of this.#peers.values()) {
      peer.spoken = null;
      peer.isDoubtful = false;
    }
  }
}

function speak(peer: Peer, kind: Said['kind']): true {
  if (peer.spoken !== null && (kind === 'broadcast' || kind === 'other')) {
    peer.spoken += 1;
  }
  return true;
}

/** Whether as many broadcasts were heard as the process says that it has sent. */
function compare(peer: Peer, spoken: number | null): boolean {
  const isWhole = peer.spoken === null ? !peer.isDoubtful : peer.spoken === spoken;
  peer.spoken = spoken;
  peer.isDoubtful = false;
  return isWhole;
}
