import { expect, it } from 'vitest';
import { isSingleAddress } from './outbox.ts';

const long = (length: number) => `${'x'.repeat(length - '@mail.test'.length)}@mail.test`;

it.each([
  ['one', 'ada@mail.test', true],
  ['one with signs that mail allows', "o'brien+muster@sub.mail.test", true],
  ['one of 320 characters', long(320), true],
  ['one of 321', long(321), false],
  ['none', '', false],
  ['no name', '@mail.test', false],
  ['no host', 'ada@', false],
  ['two by a comma', 'ada@mail.test,ben@mail.test', false],
  ['two by a semicolon', 'ada@mail.test;ben@mail.test', false],
  ['two by a line', 'ada@mail.test\nben@mail.test', false],
  ['a name beside it', 'Ada <ada@mail.test>', false],
  ['a space', 'ada @mail.test', false],
  ['two signs', 'ada@ben@mail.test', false],
  ['a group', 'all:ada@mail.test', false],
  ['a quoted name', '"ada"@mail.test', false],
  ['a comment', 'ada(x)@mail.test', false],
  ['an address by number', 'ada@[192.0.2.1]', false],
  ['a backslash', 'ada\\@mail.test', false],
])('takes one address and nothing else: %s', (_what, address, isOne) => {
  expect(isSingleAddress(address)).toBe(isOne);
});
