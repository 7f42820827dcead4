import { describe, expect, test } from 'vitest';
import { parseTransform, readTransform, writeTransform } from './rendering.ts';

const read = (query: string) => parseTransform(new URLSearchParams(query));

describe('how a picture is drawn', () => {
  test.each([
    ['', {}],
    ['width=&height=&resize=', {}],
    ['other=1', {}],
    ['width=0&height=1000000', { width: 0, height: 1_000_000 }],
    ['quality=20', { quality: 20 }],
    ['quality=100', { quality: 100 }],
    ['resize=cover', { resize: 'cover' }],
    ['resize=contain', { resize: 'contain' }],
    ['resize=fill', { resize: 'fill' }],
    ['format=origin', { format: 'origin' }],
    ['format=webp', { format: 'webp' }],
    ['format=avif', { format: 'avif' }],
    ['gravity=sm&x_offset=-1000000', { gravity: 'sm', x_offset: -1_000_000 }],
    ['gravity=no&y_offset=1000000', { gravity: 'no', y_offset: 1_000_000 }],
    ['gravity=fp&x_offset=0&y_offset=1', { gravity: 'fp', x_offset: 0, y_offset: 1 }],
    ['gravity=fp&x_offset=0.5&y_offset=0.25', { gravity: 'fp', x_offset: 0.5, y_offset: 0.25 }],
  ])('is read of %j, as it stands in a signed address', (query, transform) => {
    expect(read(query)).toEqual(transform);
    expect(readTransform(writeTransform(read(query)))).toEqual(transform);
  });

  test.each([
    ['width=-1', 'width'],
    ['width=1.5', 'width'],
    ['width=wide', 'width'],
    ['height=1000001', 'height'],
    ['quality=19', 'quality'],
    ['quality=101', 'quality'],
    ['resize=crop', 'resize'],
    ['format=png', 'format'],
    ['gravity=up', 'gravity'],
    ['x_offset=1000001', 'x_offset'],
    ['y_offset=-1000001', 'y_offset'],
    ['gravity=fp', 'gravity'],
    ['gravity=fp&x_offset=0.5', 'gravity'],
    ['gravity=fp&y_offset=0.5', 'gravity'],
    ['gravity=fp&x_offset=1.1&y_offset=0.5', 'gravity'],
    ['gravity=fp&x_offset=0.5&y_offset=-0.1', 'gravity'],
  ])('is none of %j, and it is said what of it', (query, field) => {
    expect(() => read(query)).toThrow(`querystring/${field}: `);
  });
});
