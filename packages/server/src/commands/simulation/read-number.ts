import { type CommandArguments, getOption, OperatorError } from '../command.ts';

/** From where to where an option's whole number goes, and what it is where it is not given. */
export interface NumberLimits {
  minimum: number;
  maximum: number;
  usual: number;
}

/** @throws OperatorError that names the option and its limits. */
export function readNumber(
  args: CommandArguments,
  name: string,
  { minimum, maximum, usual }: NumberLimits,
): number {
  const text = getOption(args, name);
  if (text === null) {
    return usual;
  }
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= minimum && number <= maximum)) {
    throw new OperatorError(`--${name} takes a whole number from ${minimum} to ${maximum}.`);
  }
  return number;
}
