import type { Claims } from '@muster/database';
import { toNetwork } from '../network.ts';
import { NamedBuckets } from './named-buckets.ts';
import type { BucketLimit } from './token-bucket.ts';

/** Each message goes to all who listen, so what one sender may say is counted over all their connections. */
const ofNetwork: BucketLimit = { burst: 1_000, perSecond: 200 };
const ofPerson: BucketLimit = { burst: 500, perSecond: 100 };
const mebibyte = 1024 * 1024;
const bytesOfNetwork: BucketLimit = { burst: 8 * mebibyte, perSecond: 2 * mebibyte };
const bytesOfPerson: BucketLimit = { burst: 4 * mebibyte, perSecond: mebibyte };
const mostRemembered = 10_000;

/** How much may be said on channels, of one network and of one person. */
export class SpeechLimits {
  readonly #networks = new NamedBuckets(ofNetwork, mostRemembered);
  readonly #people = new NamedBuckets(ofPerson, mostRemembered);
  readonly #networkBytes = new NamedBuckets(bytesOfNetwork, mostRemembered);
  readonly #personBytes = new NamedBuckets(bytesOfPerson, mostRemembered);

  /** Whether one more message may go out; an operator's own program is bounded by its network alone. */
  take(address: string, { sub }: Claims, bytes: number): boolean {
    const now = performance.now();
    const network = toNetwork(address);
    const mayNetwork =
      this.#networks.take(network, now) && this.#networkBytes.take(network, now, bytes);
    return (
      mayNetwork &&
      (typeof sub !== 'string' ||
        (this.#people.take(sub, now) && this.#personBytes.take(sub, now, bytes)))
    );
  }
}
