import type { Database } from '@muster/database';
import type { BytesStore } from './bytes/bytes-store.ts';
import type { StorageCaller } from './caller.ts';
import type { DrawImage } from './drawing.ts';
import type { Rights } from './rights.ts';
import type { UnderWay } from './under-way.ts';

/** The service's parts, the same for every request. */
export interface StorageParts {
  /** With the service's own rights. */
  database: Database;
  store: BytesStore;
  uploads: UnderWay;
  /** Draws stored pictures; null where nobody does. */
  drawImage: DrawImage | null;
  drawings: UnderWay;
  /** Bytes of one object. */
  objectBytes: number;
  /** The secret that signs addresses. */
  secret: Uint8Array;
  /** Told of failures that are ours. */
  onError: (error: unknown) => void;
}

/** A request, and who asks. */
export interface Asked {
  parts: StorageParts;
  request: Request;
  query: URLSearchParams;
  /** What the path names; empty where it names none. */
  bucket: string;
  name: string;
  caller: StorageCaller;
  /** The caller's rights, and the service's own. */
  rights: Rights;
  own: Rights;
  /** The network address that it comes from. */
  address: string;
}
