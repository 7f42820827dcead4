import type { PageHead, Translate } from '../../page-head.ts';
import type { ServerProtocol, ServerState } from '../servers/data.ts';

/** A listed server as its owners see it. */
export interface OwnedServer {
  /** Its id; named as the other things that have an order are. */
  slug: string;
  page: string;
  name: string;
  protocol: ServerProtocol;
  host: string | null;
  port: number | null;
  is_demo: boolean;
  is_retired: boolean;
  /** For more than a day. */
  is_long_silent: boolean;
  /** Why it was not heard the last time; null where it was. */
  fault: string | null;
  state: ServerState;
}

/** What /admins/servers shows. */
export interface OwnedServersData {
  /** On which is said that something is new of any of them. */
  topic: string;
  servers: OwnedServer[];
}

/** What /admins/servers/:id shows; without a server it is the form of a new one. */
export interface OwnedServerData {
  server:
    | (Pick<
        OwnedServer,
        'slug' | 'page' | 'name' | 'protocol' | 'host' | 'port' | 'is_demo' | 'is_retired'
      > & { region: string; note: Record<string, string> })
    | null;
  /** Of which it is. */
  game: { slug: string; name: string } | null;
  /** Pages of servers that there are already. */
  pages: string[];
}

/** The head of a page on which servers are listed. */
export const serverTitled =
  (name: 'servers' | 'server') =>
  (_data: unknown, translate: Translate): PageHead => ({
    title: translate(`server-admin.titles.${name}`),
    isPrivate: true,
  });
