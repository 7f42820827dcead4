import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config.ts';

export interface CommandArguments {
  values: { [name: string]: string | boolean | (string | boolean)[] | undefined };
  positionals: string[];
}

/** One word of the `muster` command. `run` returns the exit code. */
export interface Command {
  options: ParseArgsOptionsConfig;
  run(config: Config, args: CommandArguments): Promise<number>;
  /** Runs in its stead where the environment is refused; without it the refusal is the end. */
  runRefused?(environment: NodeJS.ProcessEnv): Promise<number>;
}

/** An option's text, or null when it was not given. */
export function getOption(args: CommandArguments, name: string): string | null {
  const value = args.values[name];
  return typeof value === 'string' ? value : null;
}

/** A mistake of whoever runs the command; its message is printed as it is. */
export class OperatorError extends Error {}
