import type { Database } from '@muster/database';
import type { Format } from '../request/media-type.ts';
import type { Preferences } from '../request/preferences.ts';
import type { Query } from '../request/query-types.ts';
import type { Schema } from '../schema/schema.ts';
import type { RequestScope } from '../scoped-transaction.ts';
import type { RestRequest } from '../types.ts';

/** A request as it was read, and what it is answered with. */
export interface Asked {
  request: RestRequest;
  /** The table or function that the path names. */
  name: string;
  query: Query;
  preferences: Preferences;
  format: Format;
  /** Whether the request names the schema, which the answer then names too. */
  hasProfile: boolean;
  scope: RequestScope;
  schema: Schema;
  requests: Database;
}
