export interface TrophyRow {
  place: number;
  ladder_slug: string;
  ladder_name: string;
  season: string;
}
