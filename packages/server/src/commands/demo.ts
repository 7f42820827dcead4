import { clearDemo, loadDemo } from '../league/demo.ts';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

export const command: Command = {
  options: {},
  async run(config, { positionals }) {
    const [action] = positionals;
    if (action !== 'load' && action !== 'clear') {
      throw new OperatorError('demo takes load or clear.');
    }
    await using league = await openLeague(config, { onProgress: console.log });
    if (action === 'load') {
      await loadDemo(league.database, { now: new Date(), onProgress: console.log });
      console.log('The demonstration season is loaded.');
    } else {
      await clearDemo(league.database);
      console.log('The demonstration season is gone.');
    }
    return 0;
  },
};
