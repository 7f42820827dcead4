import { type Database, shares } from '@muster/database';
import type { VerifyToken } from '../rest/rest-caller.ts';
import type { StorageParts } from './asked.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { type HomesConfig, openStore } from './bytes/open-store.ts';
import { resolveCaller } from './caller.ts';
import type { DrawImage } from './drawing.ts';
import { StorageFailure, toStorageFailure } from './failure.ts';
import { healthRoutes } from './health-routes.ts';
import { callersShare, storageLimits } from './limits.ts';
import { listRoutes } from './list-routes.ts';
import { objectRoutes } from './object-routes.ts';
import { renderRoutes } from './render-routes.ts';
import { resumableRoutes } from './resumable-routes.ts';
import { toCallersRights, toOwnRights } from './rights.ts';
import { createRouter } from './router.ts';
import { signedRoutes } from './signed-routes.ts';
import { UnderWay } from './under-way.ts';

/** What the operator says of storage. */
export interface StorageConfig extends HomesConfig {
  /** Bytes that one object has at most. */
  objectBytes?: number;
  /** Bytes that one person has at most, in all their objects. */
  personBytes?: number;
}

interface StorageOptions {
  database: Database;
  config?: StorageConfig;
  /** The connections under which requests ask the database with their callers' rights. */
  requests: Database;
  /** The secret that signs addresses. */
  secret: Uint8Array;
  verify: VerifyToken;
  /** Draws stored pictures in other sizes and forms. */
  drawImage?: DrawImage;
  onError: (error: unknown) => void;
}

/** The storage service, behind `/storage/v1`. */
export interface Storage {
  /** A request without that prefix, and the address from which it comes. */
  answer(request: Request, address: string): Promise<Response>;
  /** Takes away bytes that no object has: to be called now and then. */
  sweep(): Promise<void>;
}

/** Starts the storage service over a database that is migrated. */
export function createStorage(options: StorageOptions): Storage {
  const { config = {}, requests, secret, verify, onError } = options;
  const database = options.database.share(shares.storage);
  const callers = requests.share(callersShare);
  const parts: StorageParts = {
    database,
    store: openStore(database, config, onError),
    uploads: new UnderWay({
      what: 'uploads',
      ...{ ofOne: storageLimits.uploadsOfOne, all: storageLimits.uploads },
    }),
    drawings: new UnderWay({
      what: 'pictures',
      ...{ ofOne: storageLimits.drawingsOfOne, all: storageLimits.drawings },
    }),
    drawImage: options.drawImage ?? null,
    onError,
    objectBytes: config.objectBytes ?? storageLimits.objectBytes,
    secret,
  };
  const bytesOfOne = config.personBytes ?? storageLimits.bytesOfOne;
  const own = toOwnRights(database, bytesOfOne);
  const find = createRouter([
    ...healthRoutes,
    ...bucketRoutes,
    ...signedRoutes,
    ...listRoutes,
    ...resumableRoutes,
    ...renderRoutes,
    ...objectRoutes,
  ]);

  async function answer(request: Request, address: string): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url);
    const { route, bucket, name } = find(request.method, pathname);
    const { method, headers } = request;
    const caller = await resolveCaller(headers, verify, route.nobodyIs);
    const about = { method, path: pathname, headers, operation: route.operation, bytesOfOne };
    const rights = toCallersRights(callers, caller, about);
    return route.answer({
      ...{ parts, request, query, bucket, name, caller, rights, own, address },
    });
  }

  return {
    answer: async (request, address) => {
      try {
        return await answer(request, address);
      } catch (thrown) {
        const failure = toStorageFailure(thrown);
        if (failure instanceof StorageFailure) {
          return failure.getResponse();
        }
        onError(failure);
        return new StorageFailure({
          status: 500,
          code: 'InternalError',
          message: 'Internal server error',
        }).getResponse();
      }
    },
    sweep: () => parts.store.sweep(),
  };
}
