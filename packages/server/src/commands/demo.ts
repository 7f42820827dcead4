import { layContent } from '../content/lay-content.ts';
import { hasDemo, loadDemo } from '../demonstration/demo.ts';
import { clearDemo } from '../demonstration/furnish.ts';
import { createLeague } from '../engine/league.ts';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

const outcomes = {
  none: 'There is no demonstration season.',
  dropped: 'The demonstration season is gone; the ladders are open.',
  ended:
    'Real people have played in the demonstration season: it is ended and kept in the archive.',
};

export const command: Command = {
  options: {},
  async run(config, { positionals }) {
    const [action] = positionals;
    if (action !== 'load' && action !== 'clear') {
      throw new OperatorError('demo takes load or clear.');
    }
    await using opened = await openLeague(config, { onProgress: console.log });
    if (action === 'clear') {
      console.log(outcomes[await clearDemo(createLeague(opened.database))]);
    } else if (await hasDemo(opened.database)) {
      console.log('The demonstration season is there already.');
    } else {
      await layContent(opened.database);
      await loadDemo(opened.database, { now: new Date(), onProgress: console.log });
    }
    return 0;
  },
};
