import { expect, test } from 'vitest';
import { createRouter, type Route } from './router.ts';

const toRoute = (method: Route['method'], path: string): Route => ({
  ...{ method, path, operation: `${method} ${path}`, nobodyIs: 'refused' },
  answer: async () => new Response(),
});
const find = createRouter([
  toRoute('GET', 'bucket'),
  toRoute('GET', 'bucket/:bucket'),
  toRoute('GET', 'object/info/:bucket/*'),
  toRoute('GET', 'object/:bucket/*'),
  toRoute('POST', 'object/:bucket/*'),
  toRoute('DELETE', 'object/:bucket'),
]);

test.each([
  ['GET', '/bucket', 'bucket', '', ''],
  ['GET', '/bucket/', 'bucket', '', ''],
  ['GET', 'bucket', 'bucket', '', ''],
  ['GET', '/bucket/a%20b', 'bucket/:bucket', 'a b', ''],
  ['GET', '/object/a/b', 'object/:bucket/*', 'a', 'b'],
  ['GET', '/object/a/b/c%2Fd', 'object/:bucket/*', 'a', 'b/c/d'],
  // The first of those that fit.
  ['GET', '/object/info/a/b', 'object/info/:bucket/*', 'a', 'b'],
  ['GET', '/object/info/a', 'object/:bucket/*', 'info', 'a'],
  // By HEAD is asked what is asked by GET.
  ['HEAD', '/object/a/b', 'object/:bucket/*', 'a', 'b'],
  ['DELETE', '/object/a', 'object/:bucket', 'a', ''],
])('%s %s is asked of %s', (method, path, route, bucket, name) => {
  const asked = method === 'HEAD' ? 'GET' : method;
  expect(find(method, path)).toMatchObject({
    route: { operation: `${asked} ${route}` },
    bucket,
    name,
  });
});

test.each([
  ['PUT', '/object/a/b'],
  ['HEAD', '/object/a'],
  ['POST', '/bucket'],
  ['GET', '/bucket/a/b'],
  ['GET', '/object//b'],
  ['GET', '/object/a'],
  ['GET', '/'],
  ['GET', '/other'],
])('%s %s is asked of nothing', (method, path) => {
  expect(() => find(method, path)).toThrow(`Route ${method}:${path} not found`);
});

test('a name that is written wrongly is none', () => {
  expect(() => find('GET', '/object/a/%E0%A4%A')).toThrow('Invalid key');
});
