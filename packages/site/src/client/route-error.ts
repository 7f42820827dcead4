import type { PayloadError } from '../document-data.ts';

/** An error in the form that React Router takes for an answer of the server. */
export function toRouteError({ status, message }: PayloadError) {
  const statusText = status === 404 ? 'Not Found' : 'Internal Server Error';
  return { status, statusText, data: message, internal: false };
}
