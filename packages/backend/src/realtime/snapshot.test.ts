import { expect, test } from 'vitest';
import { parseSnapshot } from './snapshot.ts';

test.each([
  ['10:14:11,13', [9, 10, 12], [11, 13, 14, 15]],
  ['10:10:', [9], [10, 11]],
  ['5000000000:5000000002:5000000000', [4999999999, 5000000001], [5000000000, 5000000002]],
])('%s tells what had ended from what had not', (text, ended, open) => {
  const snapshot = parseSnapshot(text);
  expect(ended.filter((xid) => !snapshot.includes(BigInt(xid)))).toEqual([]);
  expect(open.filter((xid) => snapshot.includes(BigInt(xid)))).toEqual([]);
});
