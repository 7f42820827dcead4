/**
 * The row of a statement that always gives one, such as a count or an insert without conditions. One that gives
 * none is a mistake of ours, which is not to look like an empty list.
 */
export function takeRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) {
    throw new Error('a statement that always gives a row gave none');
  }
  return row;
}
