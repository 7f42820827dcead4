import { describe, expect, it } from 'vitest';
import { decodeTable } from './decode-table.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const swapped = (text: string) => utf16(text).swap16();
/** A character without an empty half; in UTF-16 alone its bytes are two letters. */
const full = '猫';

describe('a mark', () => {
  // What follows would be read otherwise without it.
  it.each([
    ['utf-8', latin1('\u00ef\u00bb\u00bfrow \u00e4'), 'row \ufffd'],
    ['utf-16le', utf16(`\ufeff${full}`), full],
    ['utf-16be', swapped(`\ufeff${full}`), full],
  ])('says %s, and is not of the text', (encoding, bytes, text) => {
    expect(decodeTable(bytes)).toEqual({ encoding, text });
  });

  it.each([
    // Of UTF-8's.
    '\u00ef',
    '\u00ef\u00bb',
    '\u00ef\u00bb;',
    '\u00ef;\u00bf',
    ';\u00bb\u00bf',
    // Of UTF-16's, the one way round and the other.
    '\u00ff',
    '\u00ff;',
    ';\u00fe',
    '\u00fe',
    '\u00fe;',
    ';\u00ff',
    // Twice the same half.
    '\u00ff\u00ff',
    '\u00fe\u00fe',
    // Not at the beginning.
    ';\u00ff\u00fe',
    ';\u00fe\u00ff',
    ';\u00ef\u00bb\u00bf\u00e4',
  ])('is none where there is only something of it: %j', (text) => {
    expect(decodeTable(latin1(text))).toEqual({ encoding: 'windows-1252', text });
  });
});

describe('without a mark', () => {
  it.each([
    // More than half of the characters have an empty half.
    ['utf-16le', utf16(`xxx${full.repeat(2)}`)],
    ['utf-8', utf16(`xx${full.repeat(2)}`)],
    ['utf-16be', swapped(`xxx${full.repeat(2)}`)],
    ['utf-8', swapped(`xx${full.repeat(2)}`)],
    // Fewer than a tenth of the empty ones are of the other half, as of the last character here.
    ['utf-16le', utf16(`${'x'.repeat(11)}\u0100`)],
    ['utf-8', utf16(`${'x'.repeat(10)}\u0100`)],
    ['utf-16be', swapped(`${'x'.repeat(11)}\u0100`)],
    ['utf-8', swapped(`${'x'.repeat(10)}\u0100`)],
    ['utf-8', Buffer.alloc(8)],
    // The first two thousand bytes decide.
    ['utf-16le', utf16(`${full.repeat(499)}${'x'.repeat(501)}${full.repeat(2000)}`)],
    ['utf-8', utf16(`${full.repeat(500)}${'x'.repeat(2000)}`)],
    ['utf-8', Buffer.alloc(0)],
    ['utf-8', Buffer.from('Kärnä')],
    ['windows-1252', latin1('K\u00e4rn\u00e4')],
  ])('a table is %s', (encoding, bytes) => {
    expect(decodeTable(bytes)).toEqual({ encoding, text: new TextDecoder(encoding).decode(bytes) });
  });
});
