import { describe, expect, it } from 'vitest';
import { findKind, toFileName } from './kinds.ts';
import { toDisposition } from './serve.ts';

const head = (...bytes: (number | string)[]) =>
  Buffer.concat([
    ...bytes.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from([part]),
    ),
    Buffer.alloc(16),
  ]);

describe('what the first bytes say', () => {
  it('knows pictures and demos', () => {
    expect(findKind(head(0x89, 'PNG\r\n', 0x1a, '\n'))).toEqual({ kind: 'image' });
    expect(findKind(head('RIFF....WEBP'))).toEqual({ kind: 'image' });
    expect(findKind(head('....ftypavif'))).toEqual({ kind: 'image' });
    expect(findKind(head('HL2DEMO\0'))).toMatchObject({ kind: 'demo', ending: 'dem' });
    expect(findKind(head('PK', 3, 4))).toMatchObject({ kind: 'demo', ending: 'zip' });
  });

  it.each<[string, (number | string)[]]>([
    ['PNG', [0x89, 'PNG\r\n', 0x1a, '\n']],
    ['JPEG', [0xff, 0xd8, 0xff]],
    ['GIF of 1987', ['GIF87a']],
    ['GIF of 1989', ['GIF89a']],
    ['WebP', ['RIFF....WEBP']],
    ['AVIF', [0, 0, 0, 0x1c, 'ftypavif']],
    ['AVIF that moves', [0, 0, 0, 0x1c, 'ftypavis']],
  ])('knows a picture: %s, and nothing whose last byte is another', (_name, bytes) => {
    expect(findKind(head(...bytes))).toEqual({ kind: 'image' });
    const other = Buffer.from(head(...bytes));
    const last = Buffer.concat([head(...bytes)]).length - 16 - 1;
    other[last] = 0x7f;
    expect(findKind(other)).toBeNull();
  });

  it.each<[string, (number | string)[], string, string]>([
    ['the demo of an older game', ['HL2DEMO\0'], 'dem', 'application/octet-stream'],
    ['that of a newer one', ['PBDEMS2\0'], 'dem', 'application/octet-stream'],
    ['zip', ['PK', 3, 4], 'zip', 'application/zip'],
    ['gzip', [0x1f, 0x8b], 'gz', 'application/gzip'],
    ['bzip2', ['BZh'], 'bz2', 'application/x-bzip2'],
    ['zstd', [0x28, 0xb5, 0x2f, 0xfd], 'zst', 'application/zstd'],
    ['7z', ['7z', 0xbc, 0xaf, 0x27, 0x1c], '7z', 'application/x-7z-compressed'],
    ['rar', ['Rar!'], 'rar', 'application/vnd.rar'],
  ])('knows what is only saved, and as what: %s', (_name, bytes, ending, mediaType) => {
    expect(findKind(head(...bytes))).toEqual({ kind: 'demo', ending, mediaType });
    expect(findKind(head(0, ...bytes))).toBeNull();
  });

  it('judges by what there is of a file that is shorter', () => {
    expect(findKind(Buffer.from('BZh'))).toMatchObject({ ending: 'bz2' });
    expect(findKind(Buffer.from('BZ'))).toBeNull();
  });

  it('knows nothing that a browser or a machine would run', () => {
    for (const text of [
      '<svg xmlns=',
      '<!DOCTYPE html>',
      '<?xml version=',
      'MZ',
      '#!/bin/sh',
      '%PDF-1.7',
      '',
    ]) {
      expect(findKind(head(text))).toBeNull();
    }
  });
});

describe('names', () => {
  const name = (given: string) => toFileName(given, { ending: 'dem', fallback: 'demo' });

  it('has no folders, no steering characters and the right ending', () => {
    expect(name('../../etc/passwd')).toBe('passwd.dem');
    expect(name('C:\\Users\\me\\final.exe')).toBe('final.dem');
    expect(name('a\u202Egnp.exe')).toBe('agnp.dem');
    expect(name('.htaccess')).toBe('htaccess.dem');
    expect(name('match\r\nX-Evil: 1.dem')).toBe('matchX-Evil 1.dem');
    expect(name('')).toBe('demo.dem');
    expect(name('..')).toBe('demo.dem');
    expect(name('Ñandú 🎮 käärö.dem')).toBe('Ñandú 🎮 käärö.dem');
    expect(name('🎮'.repeat(200)).isWellFormed()).toBe(true);
  });

  it('is a hundred characters long at most, and loses an ending of twelve, no longer one', () => {
    expect(name('x'.repeat(101))).toBe(`${'x'.repeat(100)}.dem`);
    expect(name(`${'x'.repeat(99)} y`)).toBe(`${'x'.repeat(99)}.dem`);
    expect(name(`a.${'b'.repeat(12)}`)).toBe('a.dem');
    expect(name(`a.${'b'.repeat(13)}`)).toBe(`a.${'b'.repeat(13)}.dem`);
    expect(name('a.b.c')).toBe('a.b.dem');
    expect(name('a.')).toBe('a.dem');
    expect(name('  a  ')).toBe('a.dem');
    // Of a pair that the cut would halve, nothing.
    expect(name(`${'x'.repeat(99)}🎮`)).toBe(`${'x'.repeat(99)}.dem`);
    expect(name('a<b>:"|?*c')).toBe('abc.dem');
    expect(name('a\u2028b\u200Bc\u0000d')).toBe('abcd.dem');
    // One letter, however it was typed.
    expect(name('a\u0308')).toBe('\u00E4.dem');
  });

  it('stands in a header whatever it is', () => {
    const header = toDisposition('Ñandú "🎮" 100%.dem');
    expect(header).toBe(
      `attachment; filename="_and_ ____ 100_.dem"; filename*=UTF-8''%C3%91and%C3%BA%20%22%F0%9F%8E%AE%22%20100%25.dem`,
    );
    expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow();
  });
});
