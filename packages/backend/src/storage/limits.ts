import type { ShareLimits } from '@muster/database';

/** What one request may ask for, and what the service takes on at once: each limit stands here once. */
export const storageLimits = {
  /** Bytes of one object, unless the operator or its bucket says less: what Supabase's tool begins with. */
  objectBytes: 50 * 1024 * 1024,
  /** Bytes, and objects, of one person in all, unless the operator says another number of bytes. */
  bytesOfOne: 1024 * 1024 * 1024,
  objectsOfOne: 10_000,
  /** Characters of a bucket's name and of an object's. */
  bucketName: 100,
  objectName: 1024,
  /** Bytes of a body of JSON. */
  jsonBytes: 2 * 1024 * 1024,
  /** Objects that one request deletes or has addresses signed for. */
  objectsAtOnce: 1_000,
  /** Rows of one list. */
  listed: 1_000,
  /** How deep into a list one may begin. */
  offset: 100_000,
  /** Media types that a bucket names, and characters of each. */
  mediaTypes: 100,
  mediaType: 200,
  /** Characters of what is said of caching. */
  cacheControl: 200,
  /** Bytes of JSON that somebody stores beside an object; the header that brings it has a third more. */
  userMetadata: 8 * 1024,
  /** Bytes of everything in a form that is not its file. */
  formBytes: 64 * 1024,
  /** Uploads of one person, or of one network without a person, that come in at the same time. */
  uploadsOfOne: 20,
  /** Uploads of everybody. */
  uploads: 200,
  /** Uploads of one person that have been begun and may go on, and for how many hours they may. */
  resumableOfOne: 20,
  resumableHours: 24,
  /** Bytes of a picture that is drawn anew, and how many pixels wide and high what is drawn is at most. */
  drawnBytes: 25 * 1024 * 1024,
  drawnPixels: 2_500,
  /** Drawings that one, and everybody, waits for at the same time. */
  drawingsOfOne: 10,
  drawings: 50,
  /** Of a body that is refused so much is read on, and for so long, in milliseconds. */
  discardedBytes: 16 * 1024 * 1024,
  discardedFor: 2_000,
  /** How long an upload may be silent, in milliseconds. */
  silence: 30_000,
  /** How long a signed address is good at most, in seconds: a hundred years. */
  signedSeconds: 3_153_600_000,
  /** How long an address to upload to is good, in seconds: as Supabase has it. */
  uploadAddressSeconds: 7_200,
  /** Objects that emptying a bucket deletes in one transaction. */
  emptiedAtOnce: 1_000,
} as const;

/** How many of the requests' connections, which REST's are too, files have at once. */
export const callersShare: ShareLimits = {
  name: 'files',
  connections: 4,
  waiting: 200,
  patience: 5_000,
  statementTimeout: 10_000,
};
