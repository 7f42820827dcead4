import type { CommandError } from './command-answer.ts';

/** The error in an answer of the API, whatever came. */
export function toCommandError(answer: unknown): CommandError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : {};
  const code = typeof error.code === 'string' ? error.code : 'internal_error';
  const params = isRecord(error.params) ? (error.params as CommandError['params']) : {};
  const known: CommandError = { code, params };
  if (typeof error.field === 'string') {
    known.field = error.field;
  }
  return known;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
