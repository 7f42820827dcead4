import { importGiven } from '../league-file/import-given.ts';
import { type Command, OperatorError } from './command.ts';

/** `import FILE [--identity FILE]`: makes the league of an exported file in an empty database. */
export const command: Command = {
  options: { identity: { type: 'string' }, forgotten: { type: 'string' } },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) {
      throw new OperatorError('import takes FILE, and --identity FILE where it is encrypted.');
    }
    const { instant } = await importGiven(config, path, { args, isRestore: false });
    const as = instant === null ? '' : ` as of ${instant}`;
    console.log(`The league${as} is here. npx muster verify replays its log; nothing was sent.`);
    return 0;
  },
};
