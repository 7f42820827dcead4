import { drillByHand } from '../backup/drill-by-hand.ts';
import type { Config } from '../config.ts';
import { importGiven } from '../league-file/import-given.ts';
import { type Command, type CommandArguments, OperatorError } from './command.ts';

async function drill(config: Config, given: string | undefined, args: CommandArguments) {
  const begun = performance.now();
  const { path, sha256, events, streams } = await drillByHand(config, given, args);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `${path} (SHA-256 ${sha256}) was restored aside and verified in ${seconds} s: ${events} events in ${streams} streams. Nothing of it is left.`,
  );
  return 0;
}

/**
 * `restore FILE [--identity FILE]`: makes the league of a backup in an empty database, and says so in its log;
 * `restore --drill [FILE]` tries whether it could, and leaves nothing.
 */
export const command: Command = {
  options: {
    identity: { type: 'string' },
    forgotten: { type: 'string' },
    drill: { type: 'boolean' },
  },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (args.values.drill === true && more.length === 0) {
      return drill(config, path, args);
    }
    if (path === undefined || more.length > 0) {
      throw new OperatorError('restore takes FILE, and --identity FILE where it is encrypted.');
    }
    const { instant } = await importGiven(config, path, { args, isRestore: true });
    const as = instant === null ? '' : ` as of ${instant}`;
    console.log(`The league${as} is restored, and its log says so. npm start serves it.`);
    return 0;
  },
};
