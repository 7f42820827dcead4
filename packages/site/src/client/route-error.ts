import type { PayloadError } from '../document-data.ts';
import { type MissingPage, toMissingMessage } from '../routing/decide-route.ts';

/** An error in the form that React Router takes for an answer of the server. */
export function toRouteError(error: PayloadError) {
  const statusText = error.status === 404 ? 'Not Found' : 'Internal Server Error';
  return { status: error.status, statusText, data: error, internal: false };
}

/** What is answered where there is no page. */
export function toMissingError(missing: MissingPage): PayloadError {
  return { status: 404, message: toMissingMessage(missing), missing };
}
