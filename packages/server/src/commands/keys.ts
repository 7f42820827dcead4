import { rotateSigningKey } from '@muster/backend';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

/** `keys rotate`: from now on sessions are signed with a new key; what older ones signed stays good until it ends. */
export const command: Command = {
  options: {},
  async run(config, { positionals }) {
    if (positionals[0] !== 'rotate') {
      throw new OperatorError('keys takes rotate.');
    }
    await using league = await openLeague(config);
    await rotateSigningKey(league.database);
    console.log('A new key signs from now on; running servers follow within half a minute.');
    return 0;
  },
};
