import type { Claims } from '@muster/database';
import { toNetwork } from '../network.ts';
import { NamedBuckets } from './named-buckets.ts';
import type { BucketLimit } from './token-bucket.ts';

/** Each message goes to all who listen, so what one sender may say is counted over all their connections. */
const ofNetwork: BucketLimit = { burst: 1_000, perSecond: 200 };
const ofPerson: BucketLimit = { burst: 500, perSecond: 100 };
const mostRemembered = 10_000;

/** How much may be said on channels, of one network and of one person. */
export class SpeechLimits {
  readonly #networks = new NamedBuckets(ofNetwork, mostRemembered);
  readonly #people = new NamedBuckets(ofPerson, mostRemembered);

  /** Whether one more message may go out; an operator's own program is bounded by its network alone. */
  take(address: string, { sub }: Claims): boolean {
    const now = performance.now();
    const mayNetwork = this.#networks.take(toNetwork(address), now);
    return mayNetwork && (typeof sub !== 'string' || this.#people.take(sub, now));
  }
}
