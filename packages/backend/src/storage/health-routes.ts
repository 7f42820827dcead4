import type { Route } from './router.ts';

/** Of the calls that are answered here, for clients that ask for one. */
const version = '1.0.0';

/** Whether the service is there, for whoever watches it. */
export const healthRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'status',
    operation: 'storage.status',
    nobodyIs: 'enough',
    answer: async () => new Response(null),
  },
  {
    method: 'GET',
    path: 'version',
    operation: 'storage.version',
    nobodyIs: 'enough',
    answer: async () => new Response(version, { headers: { 'Content-Type': 'text/plain' } }),
  },
];
