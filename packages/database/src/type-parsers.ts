import { types } from 'pg';

type Parse = (value: string) => unknown;

const asText: Parse = (value) => value;
const asTextArray = types.getTypeParser(1009 as number as typeof types.builtins.TEXT) as Parse;

/** What pg would turn into something that loses a part of the value: days shift by zone, large numbers round. */
const overrides = new Map<number, Parse>([
  [types.builtins.DATE, asText],
  [types.builtins.TIMESTAMP, asText],
  [types.builtins.INTERVAL, asText],
  [types.builtins.INT8, asText],
  [types.builtins.NUMERIC, asText],
  // Arrays have no names in pg's table: date, timestamp, interval, int8 and numeric, in this order.
  [1182, asTextArray],
  [1115, asTextArray],
  [1187, asTextArray],
  [1016, asTextArray],
  [1231, asTextArray],
]);

/** pg's own parsers with the ones that lose something replaced; per connection, so no other user of pg is touched. */
export const lossless = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && overrides.get(oid)) ||
    types.getTypeParser(oid, format as 'text')) as typeof types.getTypeParser,
};
