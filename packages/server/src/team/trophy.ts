export interface TrophyRow {
  place: number;
  ladder_slug: string;
  ladder_name: string;
  season: string;
  /** The archive of the season; null while it is none yet. */
  archive: string | null;
}
