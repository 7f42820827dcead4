import type { Context } from 'hono';
import type { Viewer } from '../context.ts';
import {
  type ApiParts,
  readJson,
  requireOwnOrigin,
  requireRate,
  requireViewer,
} from './command-route.ts';

interface OwnRequest {
  viewer: Viewer;
  body: unknown;
}

/**
 * Reads a signed-in person's request from our own pages whose answer must not be kept for a repetition,
 * as the answers of commands are: it holds a secret.
 */
export async function readOwnRequest(
  parts: ApiParts,
  context: Context,
  limit: { name: string; perHour: number },
): Promise<OwnRequest> {
  requireOwnOrigin(context, parts.config);
  const body = await readJson(context);
  const viewer = requireViewer((await parts.resolveContext(context.req.raw)).viewer);
  const key = `${limit.name}:${viewer.person_id}`;
  await requireRate(parts, { key, most: limit.perHour, seconds: 3600 });
  return { viewer, body };
}
