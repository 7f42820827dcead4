import { describe, expect, test } from 'vitest';
import { requireAllowed, requireMediaType, sniff } from './media-type.ts';

const toBytes = (text: string) => Buffer.from(text, 'latin1');
const png = toBytes('\x89PNG\r\n\x1a\n');

test.each([
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif', 'image/avif'],
  ['\0\0\0\x1cftypavis', 'image/avif'],
  ['\0\0\0\x1cftypisom', 'video/mp4'],
  ['\x1a\x45\xdf\xa3', 'video/webm'],
  ['OggS', 'audio/ogg'],
  ['ID3', 'audio/mpeg'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
  ['MZ\x90', 'application/x-msdownload'],
  ['\x7fELF', 'application/x-elf'],
  ['words', null],
  ['', null],
  // A sign that is cut, or that stands elsewhere.
  ['\x89PNG\r\n\x1a', null],
  ['GIF88a', null],
  ['WEBP', null],
  ['ftypisom', null],
  [' MZ', null],
])('bytes that begin with %j are %s', (text, type) => {
  expect(sniff(toBytes(text))).toBe(type);
});

test.each([
  ['text/plain', true],
  ['text/plain;charset=UTF-8', true],
  ['text/plain ; a="b"', true],
  ['application/vnd.a+b', true],
  [`text/${'x'.repeat(195)}`, true],
  [`text/${'x'.repeat(196)}`, false],
  ['text', false],
  ['text/', false],
  ['/plain', false],
  ['text/pl ain', false],
  ['text/plain;\n', false],
  ['', false],
])('%j is a media type: %s', (given, isOne) => {
  const read = () => requireMediaType(given);
  if (isOne) {
    expect(read()).toBe(given);
  } else {
    expect(read).toThrow('is not supported');
  }
});

describe('a bucket', () => {
  const isTaken = (declared: string, head: Buffer, allowed: readonly string[] | null) => {
    try {
      requireAllowed(declared, head, allowed);
      return true;
    } catch {
      return false;
    }
  };

  test.each<[string, readonly string[] | null, boolean]>([
    ['text/plain', null, true],
    ['text/plain', [], true],
    ['text/plain', ['*'], true],
    ['text/plain', ['text/*'], true],
    ['text/plain', ['image/png', 'text/plain'], true],
    ['text/plain', ['text/html'], false],
    ['text/plain', ['image/plain'], false],
    ['text/plain', ['image/*'], false],
  ])('takes words as %s where it takes %j: %s', (declared, allowed, expected) => {
    expect(isTaken(declared, toBytes('words'), allowed)).toBe(expected);
  });

  test.each<[string, Buffer, boolean]>([
    ['image/png', png, true],
    ['image/PNG', png, true],
    ['IMAGE/png', png, true],
    ['image/svg+xml', toBytes('<svg/>'), true],
    ['image/png', toBytes('words'), false],
    ['image/jpg', toBytes('words'), false],
    ['image/jpeg', toBytes('words'), false],
    ['image/gif', toBytes('words'), false],
    ['image/webp', toBytes('words'), false],
    ['image/avif', toBytes('words'), false],
    ['image/png; a=b', toBytes('words'), false],
    ['text/plain', png, false],
    ['application/octet-stream', toBytes('MZ'), true],
    ['application/pdf', toBytes('words'), true],
    // A container of pictures may hold sound alone.
    ['audio/mp4', toBytes('\0\0\0\x1cftypisom'), true],
    ['video/ogg', toBytes('OggS'), true],
    ['image/png', toBytes('OggS'), false],
  ])('that takes all takes %s with what is in it: %#', (declared, head, expected) => {
    expect(isTaken(declared, head, ['*'])).toBe(expected);
  });

  test('says what it did not take: the name that was given, else what was found', () => {
    expect(() => requireAllowed('text/plain', png, ['image/*'])).toThrow('text/plain');
    expect(() => requireAllowed('text/plain', png, ['text/*'])).toThrow('image/png');
    expect(() => requireAllowed('image/png', toBytes('words'), ['image/*'])).toThrow('text/plain');
  });
});
