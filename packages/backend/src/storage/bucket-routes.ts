import {
  createBucket,
  deleteBucket,
  emptyBucket,
  getBucket,
  listBuckets,
  updateBucket,
} from './buckets.ts';
import { readJson } from './receive/body.ts';
import type { Route } from './router.ts';

/** What is done with buckets themselves: by policies of `storage.buckets`, without which only service_role may. */
export const bucketRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'bucket',
    operation: 'storage.bucket.list',
    nobodyIs: 'refused',
    answer: ({ rights, query }) => listBuckets(rights, query),
  },
  {
    method: 'POST',
    path: 'bucket',
    operation: 'storage.bucket.create',
    nobodyIs: 'refused',
    answer: async ({ rights, request, caller, parts }) => {
      const { objectBytes } = parts;
      return createBucket(rights, await readJson(request), { owner: caller.owner, objectBytes });
    },
  },
  {
    method: 'GET',
    path: 'bucket/:bucket',
    operation: 'storage.bucket.get',
    nobodyIs: 'refused',
    answer: ({ rights, bucket }) => getBucket(rights, bucket),
  },
  {
    method: 'PUT',
    path: 'bucket/:bucket',
    operation: 'storage.bucket.update',
    nobodyIs: 'refused',
    answer: async ({ rights, request, bucket, parts }) =>
      updateBucket(rights, bucket, await readJson(request), parts),
  },
  {
    method: 'DELETE',
    path: 'bucket/:bucket',
    operation: 'storage.bucket.delete',
    nobodyIs: 'refused',
    answer: ({ own, rights, bucket }) => deleteBucket(own, rights, bucket),
  },
  {
    method: 'POST',
    path: 'bucket/:bucket/empty',
    operation: 'storage.bucket.empty',
    nobodyIs: 'refused',
    answer: ({ rights, bucket }) => emptyBucket(rights, bucket),
  },
];
