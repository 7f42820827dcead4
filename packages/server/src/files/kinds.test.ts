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

  it('stands in a header whatever it is', () => {
    const header = toDisposition('Ñandú "🎮" 100%.dem');
    expect(header).toBe(
      `attachment; filename="_and_ ____ 100_.dem"; filename*=UTF-8''%C3%91and%C3%BA%20%22%F0%9F%8E%AE%22%20100%25.dem`,
    );
    expect(() => new Headers({ 'Content-Disposition': header })).not.toThrow();
  });
});
