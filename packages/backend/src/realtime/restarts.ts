/** Whoever must begin anew, since something may have been missed. */
interface Restartable {
  restart(): void;
}

/** So many each so often, in milliseconds. */
const atOnce = 100;
const pauseMs = 100;

/** Has many begin anew without all of them coming back at once. */
export class Restarts {
  readonly #waiting = new Set<Restartable>();

  add(some: Iterable<Restartable>): void {
    const isUnderWay = this.#waiting.size > 0;
    for (const one of some) {
      this.#waiting.add(one);
    }
    if (!isUnderWay) {
      this.#restartSome();
    }
  }

  #restartSome(): void {
    let count = 0;
    for (const one of this.#waiting) {
      this.#waiting.delete(one);
      one.restart();
      count += 1;
      if (count === atOnce) {
        break;
      }
    }
    if (this.#waiting.size > 0) {
      setTimeout(() => this.#restartSome(), pauseMs).unref();
    }
  }
}
