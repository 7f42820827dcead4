import type { Asked } from './asked.ts';
import { requirePublic, requireSeen } from './object-routes.ts';
import { requireObject } from './objects.ts';
import { parseTransform, readTransform, renderObject } from './rendering.ts';
import type { Route } from './router.ts';
import { verifySigned } from './signed-routes.ts';

async function renderSigned(asked: Asked): Promise<Response> {
  const { exp, transformations = '' } = await verifySigned(asked, 'download');
  const object = await requireObject(asked.own, asked.bucket, asked.name);
  return renderObject(asked, object, readTransform(transformations), new Date(exp * 1000));
}

/** Stored pictures in other sizes and forms. */
export const renderRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'render/image/public/:bucket/*',
    operation: 'storage.render.image_public',
    nobodyIs: 'enough',
    answer: async (asked) =>
      renderObject(asked, await requirePublic(asked), parseTransform(asked.query)),
  },
  {
    method: 'GET',
    path: 'render/image/authenticated/:bucket/*',
    operation: 'storage.render.image_authenticated',
    nobodyIs: 'refused',
    answer: async (asked) =>
      renderObject(asked, await requireSeen(asked), parseTransform(asked.query)),
  },
  {
    method: 'GET',
    path: 'render/image/sign/:bucket/*',
    operation: 'storage.render.image_sign',
    nobodyIs: 'enough',
    answer: renderSigned,
  },
];
