import { copyObject, moveObject } from './copy-move.ts';
import { listObjects, listObjects2 } from './listing.ts';
import { requireBucketName } from './names.ts';
import { readJson } from './receive/body.ts';
import type { Route } from './router.ts';

/** Lists, copies and moves. */
export const listRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'object/list/:bucket',
    operation: 'storage.object.list',
    nobodyIs: 'refused',
    answer: async ({ rights, request, bucket }) =>
      listObjects(rights, requireBucketName(bucket), await readJson(request)),
  },
  {
    method: 'POST',
    path: 'object/list-v2/:bucket',
    operation: 'storage.object.list_v2',
    nobodyIs: 'refused',
    answer: async ({ rights, request, bucket }) =>
      listObjects2(rights, requireBucketName(bucket), await readJson(request)),
  },
  {
    method: 'POST',
    path: 'object/copy',
    operation: 'storage.object.copy',
    nobodyIs: 'refused',
    answer: copyObject,
  },
  {
    method: 'POST',
    path: 'object/move',
    operation: 'storage.object.move',
    nobodyIs: 'refused',
    answer: moveObject,
  },
];
