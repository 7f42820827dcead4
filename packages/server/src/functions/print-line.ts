import type { FunctionLine } from '@muster/backend';

/** Prints what a function has said, with its name and its call. */
export function printLine(name: string, { level, text, requestId }: FunctionLine): void {
  const call = requestId === null ? '' : ` ${requestId}`;
  console.log(`[${name}${call}] ${level}: ${text}`);
}
