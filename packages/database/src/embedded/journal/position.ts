import type { Queryable } from '../../types.ts';

/** A place in PostgreSQL's write-ahead log, in bytes from its beginning (an LSN). */
export type Place = bigint;

/** `0/1A2B3C4D`, as PostgreSQL writes one. */
export function parsePlace(text: string): Place {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function formatPlace(place: Place): string {
  return `${(place >> 32n).toString(16)}/${(place & 0xffffffffn).toString(16)}`.toUpperCase();
}

/** Where the segment begins that a place lies in. */
export function toSegmentStart(place: Place, segmentSize: number): Place {
  return place - (place % BigInt(segmentSize));
}

/** The name of the file that holds a place, as PostgreSQL gives it. */
export function toSegmentName(place: Place, timeline: number, segmentSize: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentSize);
  const segment = place / BigInt(segmentSize);
  return [BigInt(timeline), segment / perFile, segment % perFile]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/** Where a server's log is. */
export interface Position {
  /** By the server's clock; whatever was acknowledged before lies before `flushed`. */
  at: Date;
  flushed: Place;
  timeline: number;
  /** Which database cluster it is, by its own number. */
  system: string;
  segmentSize: number;
  /** The files of the database. */
  pgData: string;
  /** Whether each page of them has a checksum. */
  hasChecksums: boolean;
  postgresql: string;
}

/** The slot by which PostgreSQL keeps the log until we have it, up to `max_slot_wal_keep_size`. */
export const slotName = 'muster_journal';

export async function readPosition(queryable: Queryable): Promise<Position> {
  const [row] = await queryable.query<Omit<Position, 'flushed'> & { flushed: string }>(
    `select clock_timestamp() as at, pg_current_wal_flush_lsn()::text as flushed,
       ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::integer as timeline,
       (select system_identifier::text from pg_control_system()) as system,
       (select setting::integer from pg_settings where name = 'wal_segment_size') as "segmentSize",
       current_setting('data_directory') as "pgData", current_setting('server_version') as postgresql,
       current_setting('data_checksums') = 'on' as "hasChecksums"`,
  );
  if (row === undefined) {
    throw new Error('a statement of one row gave none');
  }
  return { ...row, flushed: parsePlace(row.flushed) };
}
