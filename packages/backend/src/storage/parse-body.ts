import * as v from 'valibot';
import { invalidRequest } from './failure.ts';

/** A body as it must be. Refuses by the name of the field that is not, and its rule. */
export function parseBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, body, { abortEarly: true });
  if (parsed.success) {
    return parsed.output;
  }
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue);
  const isMissing = issue.received === 'undefined' && path !== null;
  throw invalidRequest(
    isMissing
      ? `body must have required property '${path}'`
      : `body${path === null ? '' : `/${path.replaceAll('.', '/')}`}: ${issue.message}`,
  );
}
