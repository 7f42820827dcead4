import { RestFailure } from '../failure.ts';
import { findNearest } from './find-nearest.ts';
import type { Routine, Schema } from './schema.ts';

/** What a call brings: the names of its arguments, and how it was sent. */
export interface Call {
  name: string;
  args: readonly string[];
  /** The body's type where there is one, else null. */
  contentType: string | null;
}

/** The type of body that a function's single parameter without a name takes whole. */
const wholeBodies: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonb: 'application/json',
  text: 'text/plain',
  xml: 'text/xml',
};

/** The one function that fits a call, as PostgREST resolves overloading: PGRST202 if none, PGRST203 if several. */
export function findRoutine(schema: Schema, call: Call): Routine {
  const named = schema.routines.get(call.name) ?? [];
  const byArguments = named.filter((routine) => fits(routine, call));
  const found =
    byArguments.length > 0 ? byArguments : named.filter((each) => takesBody(each, call));
  const [only] = found;
  if (only === undefined) {
    throw refuseNone(schema, call);
  }
  if (found.length > 1) {
    throw refuseSeveral(found);
  }
  return only;
}

/** Whether the function's only parameter has no name, so that the whole body is its argument. */
export function isWholeBody({ parameters }: Routine): boolean {
  return parameters.length === 1 && parameters[0]?.name === '';
}

function fits(routine: Routine, { args, contentType }: Call): boolean {
  if (isWholeBody(routine)) {
    return false;
  }
  const isPlain = contentType !== null && !/json|form-urlencoded/.test(contentType);
  if (isPlain) {
    return false;
  }
  const known = new Set(routine.parameters.map(({ name }) => name));
  const isEnough = routine.parameters.every(
    ({ name, isRequired }) => !isRequired || args.includes(name),
  );
  return isEnough && args.every((name) => known.has(name));
}

function takesBody(routine: Routine, { contentType }: Call): boolean {
  const [parameter] = routine.parameters;
  return (
    contentType !== null &&
    isWholeBody(routine) &&
    parameter !== undefined &&
    wholeBodies[parameter.type] === contentType
  );
}

function refuseNone(schema: Schema, { name, args, contentType }: Call): RestFailure {
  const called = `public.${name}`;
  const sorted = [...args].sort();
  const list = sorted.length === 0 ? ' without parameters' : `(${sorted.join(', ')})`;
  const word = sorted.length === 1 ? 'parameter' : 'parameters';
  const searched = sorted.length === 0 ? list : ` with ${word} ${sorted.join(', ')}`;
  const whole =
    contentType === 'application/json' ? ' or with a single unnamed json/jsonb parameter' : '';
  return new RestFailure(404, {
    code: 'PGRST202',
    message: `Could not find the function ${called}${list} in the schema cache`,
    details: `Searched for the function ${called}${searched}${whole}, but no matches were found in the schema cache.`,
    hint: toHint(schema, name),
  });
}

function toHint(schema: Schema, name: string): string | null {
  const [same] = schema.routines.get(name) ?? [];
  if (same !== undefined) {
    const names = same.parameters.map((parameter) => parameter.name).join(', ');
    return `Perhaps you meant to call the function public.${name}(${names})`;
  }
  const near = findNearest(name, schema.routines.keys());
  return near === null ? null : `Perhaps you meant to call the function public.${near}`;
}

function refuseSeveral(found: readonly Routine[]): RestFailure {
  const signatures = found.map(({ name, parameters }) => {
    const list = parameters.map((parameter) => `${parameter.name} => ${parameter.type}`);
    return `public.${name}(${list.join(', ')})`;
  });
  return new RestFailure(300, {
    code: 'PGRST203',
    message: `Could not choose the best candidate function between: ${signatures.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
