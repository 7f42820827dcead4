/** What /about shows. */
export interface AboutData {
  figures: { teams: number; people: number; matches: number; events: number };
  articles: { slug: string; title: string }[];
}
