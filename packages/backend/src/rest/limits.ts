import { RestFailure } from './failure.ts';

/**
 * What one request may ask for, and what the service takes on at once. Each limit stands here once, with
 * the words by which what is beyond it is refused, before any of it reaches the database.
 */
export const restLimits = {
  /** Characters of the query behind the `?`, as it was sent. */
  queryLength: 16_384,
  /** Columns and embeds that one `select` names, all levels together. */
  selected: 200,
  /** Embeds of one request, aliases and all levels together. */
  embeds: 10,
  /** How deep embeds stand in each other. */
  embedDepth: 4,
  /** Filters of one request, those inside `and` and `or` included. */
  conditions: 100,
  /** How deep `and` and `or` stand in each other. */
  conditionDepth: 8,
  /** Terms of one `order`. */
  orderTerms: 20,
  /** How deep arrays and objects of a body stand in each other. */
  bodyDepth: 64,
  /** Characters that the names of a CSV body's columns take, repeated for each of its lines. */
  tableNames: 4 * 1024 * 1024,
  /** Rows of one answer, and of each embed for each of them. */
  rows: 1_000,
  /** Bytes of JSON of one answer, counted by the database while it makes them. */
  answerBytes: 4 * 1024 * 1024,
  /** Requests of one address that run at once: half of the connections. */
  runningByAddress: 4,
  /** Requests of one address that wait for their turn. */
  waitingByAddress: 28,
  /** Requests of everybody, those that wait included. */
  everybody: 256,
} as const;

/** How soon a request that was refused for its number may come again, in seconds. */
const retryAfterSeconds = 1;

export function refuseLength(): RestFailure {
  return refuse(414, 'request_too_long', `at most ${restLimits.queryLength} characters of query`);
}

export function refuseSelected(): RestFailure {
  return refuse(400, 'too_many_columns', `at most ${restLimits.selected} columns and embeds`);
}

export function refuseEmbeds(): RestFailure {
  return refuse(400, 'too_many_embeds', `at most ${restLimits.embeds} embeds in all`);
}

export function refuseEmbedDepth(): RestFailure {
  return refuse(400, 'embeds_too_deep', `embeds at most ${restLimits.embedDepth} deep`);
}

export function refuseConditions(): RestFailure {
  return refuse(400, 'too_many_conditions', `at most ${restLimits.conditions} filters in all`);
}

export function refuseConditionDepth(): RestFailure {
  const most = `\`and\` and \`or\` at most ${restLimits.conditionDepth} deep`;
  return refuse(400, 'conditions_too_deep', most);
}

export function refuseOrderTerms(): RestFailure {
  return refuse(400, 'too_many_order_terms', `at most ${restLimits.orderTerms} terms in one order`);
}

export function refuseBodyDepth(): RestFailure {
  return refuse(400, 'body_too_deep', `a body at most ${restLimits.bodyDepth} deep`);
}

export function refuseTableSize(): RestFailure {
  const most = `CSV whose names, once for each line, have at most ${restLimits.tableNames} characters`;
  return refuse(413, 'table_too_large', most);
}

export function refuseAnswerBytes(): RestFailure {
  const hint = 'Ask for fewer columns, or for fewer rows at a time with limit and offset.';
  const most = `answers of at most ${restLimits.answerBytes} bytes`;
  return refuse(400, 'answer_too_large', most, { hint });
}

export function refuseAddress(): RestFailure {
  const most = `${restLimits.runningByAddress + restLimits.waitingByAddress} requests of one address at once`;
  return refuse(429, 'too_many_requests', most, { retryAfter: retryAfterSeconds });
}

export function refuseEverybody(): RestFailure {
  const most = `${restLimits.everybody} requests at once`;
  return refuse(503, 'too_busy', most, { retryAfter: retryAfterSeconds });
}

function refuse(
  status: number,
  code: string,
  most: string,
  more: { hint?: string; retryAfter?: number } = {},
): RestFailure {
  return new RestFailure(status, { code, message: `The service takes ${most}`, ...more });
}
