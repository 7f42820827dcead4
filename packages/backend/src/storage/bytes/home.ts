/** A part of something's bytes: from the first to the last, both counted from 0. */
export interface ByteRange {
  first: number;
  last: number;
}

/** Where bytes lie. They are named by an id of ours, so that no name that somebody gave reaches a home. */
export interface BytesHome {
  /**
   * Adds bytes as they come behind the first `start` ones; what lay there before goes. Each time that some are
   * safe, `onSafe` is told how many there are now. Resolves to that number once all are; what breaks off leaves
   * those that were safe.
   */
  append(
    id: string,
    start: number,
    bytes: AsyncIterable<Uint8Array>,
    onSafe?: (size: number) => Promise<void>,
  ): Promise<number>;
  /** Makes readable what was added; nothing is added after that. */
  finish(id: string): Promise<void>;
  /** As fast as they are taken, little of it in memory at a time. */
  read(id: string, range: ByteRange): ReadableStream<Uint8Array>;
  /** The same bytes under another id, readable at once. Rejects where there are none. */
  copy(from: string, to: string): Promise<void>;
  /** Finished or not, there or not. */
  remove(id: string): Promise<void>;
}

/** The homes that there are, by the names under which they stand in the database. */
export type HomeName = 'database' | 'directory' | 's3';
