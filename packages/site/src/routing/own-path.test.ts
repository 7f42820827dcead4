import { expect, it } from 'vitest';
import { isOwnPath } from './own-path.ts';

it.each([
  '/',
  '/ladders',
  '/de/ladders/tanks?at=2026-11-01#standings',
  '/profiles/J%C3%A4ger',
  '/a//b',
  '/./a',
])('%s is of this site, and the browser stays on it', (path) => {
  expect(isOwnPath(path)).toBe(true);
  expect(new URL(path, 'https://here.test').host).toBe('here.test');
});

it.each([
  '//elsewhere.test',
  '/\\elsewhere.test',
  '/\t/elsewhere.test',
  '/\n/elsewhere.test',
  '/\r\n\\elsewhere.test',
  'https://elsewhere.test',
  ' //elsewhere.test',
])('%j names another host', (path) => {
  expect(new URL(path, 'https://here.test').host).toBe('elsewhere.test');
  expect(isOwnPath(path)).toBe(false);
});

it.each([
  '',
  'ladders',
  '?at=1',
  '#top',
  'javascript:alert(1)',
  '/with a space',
  '/J\u00e4ger',
  '/\u4e2d',
  '/\u0000',
  '/\u007f',
])('%j is no path that a browser would have sent', (path) => {
  expect(isOwnPath(path)).toBe(false);
});
