/** How many beats of its own a process hears before it takes for gone who was silent meanwhile. */
const patience = 4;

interface Peer {
  /** Of the last that was heard from it; null where that is not known. */
  count: number | null;
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
    this.#peers.set(id, { count, silence: 0 });
  }

  /**
   * Notes that something was heard. `new` of a process that was not known, `again` of what was heard already,
   * `gap` where something before it never came.
   */
  hear(id: string, count: number): 'new' | 'next' | 'again' | 'gap' {
    const peer = this.#peers.get(id);
    if (peer === undefined) {
      this.#peers.set(id, { count, silence: 0 });
      return 'new';
    }
    const before = peer.count;
    if (before !== null && count <= before) {
      return 'again';
    }
    peer.count = count;
    peer.silence = 0;
    return before === null || count === before + 1 ? 'next' : 'gap';
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

  /** Nothing was heard for a while: what comes next says where each of them is. */
  loseCount(): void {
    for (const peer of this.#peers.values()) {
      peer.count = null;
      peer.silence = 0;
    }
  }
}
