/** An admin, with what the log says of their rulings. */
export interface AdminLine {
  person_id: string;
  username: string;
  user_id: string | null;
  /** Empty for a site admin, who is admin of all. */
  ladders: { slug: string; name: string }[];
  is_site_admin: boolean;
  rulings: number;
  /** Hours from the dispute to the ruling, the middle one; null without rulings. */
  median_hours: number | null;
  overturned: number;
}

/** How often the server ended by itself and was started again, in the last 30 days, and when it last did. */
export interface ServerEnds {
  count: number;
  last_at: string;
}

/** What /admins shows. */
export interface AdminsData {
  admins: AdminLine[];
  open_disputes: number;
  /** Over all rulings. */
  rulings: number;
  median_hours: number | null;
  /** For admins alone, and null where there was none. */
  server_ends: ServerEnds | null;
}
