import type { Progress } from '../../league-file/progress.ts';

/** How one is ended between two steps, and told of. */
export interface InHand {
  signal: AbortSignal;
  progress: Progress;
}

/** Where backups lie, by their names: a folder or an S3. */
export interface BackupPlace {
  /** As whoever runs the league knows it; no secret is in it. */
  name: string;
  /** The folder of this machine in which a backup is written before it is brought there. */
  workFolder: string;
  /** Whether that folder is the place itself. */
  isHere: boolean;
  /** Brings there what was written into `workFolder`, whole or not at all. */
  bring(name: string, hand: InHand): Promise<void>;
  /** The SHA-256 of what lies there, read byte for byte. */
  hash(name: string, hand: InHand): Promise<string>;
  /** What lies there, backups and all else. */
  list(): Promise<string[]>;
  /** There or not. */
  remove(name: string): Promise<void>;
  /** A small text that lies beside the backups; null where there is none. */
  readText(name: string): Promise<string | null>;
  /** Puts it there in place of the one before. */
  writeText(name: string, content: string): Promise<void>;
}
