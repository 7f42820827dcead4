import * as v from 'valibot';

/** The forms of what requests carry, shared by all routes. */
export const id = v.pipe(v.string(), v.uuid(), v.toLowerCase());

/** Years of four digits, as the log writes them and every clock knows them. */
const [earliest, latest] = [Date.UTC(1970), Date.UTC(10_000) - 1];

/** ISO 8601 with any offset; kept in UTC with milliseconds, as the log has it. */
export const instant = v.pipe(
  v.string(),
  v.isoTimestamp(),
  // What is no instant at all is neither.
  v.check((text) => Date.parse(text) >= earliest && Date.parse(text) <= latest, 'no such instant'),
  v.transform((text) => new Date(text).toISOString()),
);

/** What somebody wrote in their own words: a reason, a statement. */
export const words = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(4000));

/** The place in the rules that a ruling cites. */
export const rule = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

export const label = v.pipe(v.string(), v.maxLength(100));
export const labels = v.pipe(v.array(label), v.maxLength(20));
export const nonce = v.pipe(v.string(), v.maxLength(128));
export const times = v.pipe(v.array(instant), v.maxLength(20));
export const version = v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)));

const points = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));
export const scores = v.pipe(
  v.array(v.object({ map: label, challenger: points, defender: points })),
  v.maxLength(50),
);

export const side = v.picklist(['challenger', 'defender']);

/** What a ruling comes to. */
export const outcome = v.variant('kind', [
  v.object({ kind: v.literal('completed'), winner: v.nullable(side), scores }),
  v.object({ kind: v.literal('forfeited'), loser: side }),
  v.object({ kind: v.literal('voided') }),
  v.object({ kind: v.literal('replay'), times }),
  v.object({ kind: v.literal('upheld') }),
]);

/** A thing's word in addresses: small letters and digits, joined by hyphens; `new` is where the form for another one is. */
export const slug = (longest: number) =>
  v.pipe(
    v.string(),
    v.minLength(2),
    v.maxLength(longest),
    v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/),
    v.notValue('new'),
  );

/** Some words on one line. */
export const line = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(longest),
    v.regex(/^[^\n\r\u2028\u2029]*$/),
  );

/** Names in their order, each once. */
export const names = (most: number) =>
  v.pipe(
    v.array(line(80)),
    v.maxLength(most),
    v.check((list) => new Set(list).size === list.length, 'each once'),
  );
