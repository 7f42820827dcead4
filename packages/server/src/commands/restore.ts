import { drillByHand } from '../backup/drill-by-hand.ts';
import { restoreAt } from '../backup/journal/restore-at.ts';
import type { Config } from '../config.ts';
import { importGiven } from '../league-file/import-given.ts';
import { type Command, type CommandArguments, getOption, OperatorError } from './command.ts';

async function restoreFile(config: Config, path: string, args: CommandArguments): Promise<void> {
  const { instant } = await importGiven(config, path, { args, isRestore: true });
  const as = instant === null ? '' : ` as of ${instant}`;
  console.log(`The league${as} is restored, and its log says so. npm start serves it.`);
}

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
 * `restore FILE [--identity FILE]`: makes the league of a backup in an empty database, and says so in its log.
 * `restore --at INSTANT [DIR]`: makes the embedded database as it was then, from the journal beside the backups.
 * `restore --drill [FILE]`: tries whether it could, and leaves nothing.
 */
export const command: Command = {
  options: {
    identity: { type: 'string' },
    forgotten: { type: 'string' },
    at: { type: 'string' },
    drill: { type: 'boolean' },
  },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    const at = getOption(args, 'at');
    if (args.values.drill === true && at === null && more.length === 0) {
      return drill(config, path, args);
    }
    if (args.values.drill === true || more.length > 0 || (path === undefined && at === null)) {
      throw new OperatorError(
        'restore takes FILE, or --drill and perhaps FILE, or --at INSTANT and perhaps the folder of the backups; and --identity FILE where they are encrypted.',
      );
    }
    if (at === null) {
      await restoreFile(config, path ?? '', args);
      return 0;
    }
    const asked = at === 'now' ? Date.now() : Date.parse(at);
    const of = await restoreAt(config, { at, from: path }, args);
    if (of.getTime() < asked) {
      console.log(`The journal ends at ${of.toISOString()}: that is the last instant there is.`);
    }
    console.log(
      `The league as of ${of.toISOString()} is restored, and its log says so. npm start serves it.`,
    );
    return 0;
  },
};
