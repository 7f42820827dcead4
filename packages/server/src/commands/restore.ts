import { importGiven } from '../league-file/import-given.ts';
import { type Command, OperatorError } from './command.ts';

/** `restore FILE [--identity FILE]`: makes the league of a backup in an empty database, and says so in its log. */
export const command: Command = {
  options: { identity: { type: 'string' }, forgotten: { type: 'string' } },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) {
      throw new OperatorError('restore takes FILE, and --identity FILE where it is encrypted.');
    }
    const { instant } = await importGiven(config, path, { args, isRestore: true });
    const as = instant === null ? '' : ` as of ${instant}`;
    console.log(`The league${as} is restored, and its log says so. npm start serves it.`);
    return 0;
  },
};
