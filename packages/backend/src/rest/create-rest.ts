import { type Database, shares, toUnavailable } from '@muster/database';
import { RestFailure } from './failure.ts';
import { openRequests } from './open-requests.ts';
import { openRequestLogin } from './request-login.ts';
import { createRestProxy } from './rest-proxy.ts';
import { RestService } from './rest-service.ts';
import { Turns } from './turns.ts';
import type { Rest } from './types.ts';

/** What the REST service needs; `url` puts a PostgREST in its place. */
export interface RestOptions {
  database: Database;
  /** `REST_URL`: the address of a PostgREST that answers instead. */
  url?: string;
  /** The connections of requests, which stay the caller's to close; otherwise it opens its own. */
  requests?: Database;
  /** Whether new tables are seen without being told, for who keeps no migrations that tell. */
  watchesSchema?: boolean;
  /** Told of failures that are ours; the caller sees only that there was one. */
  onError?: (error: unknown) => void;
}

/** PostgREST's channel: a notice on it says that the schema has changed. */
const reloadChannel = 'pgrst';
/** How soon what has changed is seen, where nobody asks for what is new. */
const watchMilliseconds = 1000;
const unknownAddress = 'unknown';

/** Starts the REST service over a database that is migrated. */
export async function createRest(options: RestOptions): Promise<Rest> {
  const { database, url, watchesSchema = false, onError = () => undefined } = options;
  if (url !== undefined) {
    return createRestProxy(url);
  }

  const requests =
    options.requests ?? (await openRequests(await openRequestLogin(database), onError));
  const service = await RestService.open({
    requests: requests.share(shares.rest),
    owner: database,
    onError,
    watches: watchesSchema,
  });
  const turns = new Turns();
  const stopListening = await database.listen(reloadChannel, () => {
    service.reloadSchema().catch(onError);
  });
  const stopWatching = watchesSchema ? watch(service, onError) : () => undefined;
  return {
    answer: async (request, caller, address = unknownAddress) => {
      try {
        return await turns.take(address, () => service.answer(request, caller));
      } catch (thrown) {
        if (thrown instanceof RestFailure) {
          return thrown.getResponse();
        }
        throw thrown;
      }
    },
    close: async () => {
      stopWatching();
      await stopListening();
      if (options.requests === undefined) {
        await requests.close();
      }
    },
  };
}

/** Looks at the schema now and then, and tells of no failure that is the database's being away. */
function watch(service: RestService, onError: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    service.lookAgain().catch((error: unknown) => {
      if (toUnavailable(error) === null) {
        onError(error);
      }
    });
  }, watchMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}
