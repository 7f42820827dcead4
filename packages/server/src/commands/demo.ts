import { createInterface } from 'node:readline/promises';
import { layContent } from '../content/lay-content.ts';
import { clearDemo } from '../demonstration/clear.ts';
import { hasDemo, listTaken, loadDemo } from '../demonstration/demo.ts';
import { describeClearing } from '../demonstration/describe-clearing.ts';
import { findDemo, isThere } from '../demonstration/found.ts';
import { createLeague } from '../engine/league.ts';
import { type OpenLeague, openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const outcomes = {
  none: 'Nothing was to be cleared.',
  dropped: 'The demonstration is gone; the ladders are open.',
  ended: 'The demonstration is over and kept in the archive; the ladders are open.',
};

/** What somebody answers at the terminal, or what a script writes there; no answer at all is no. */
async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(question), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

async function clear({ database }: OpenLeague, how: { everything: boolean; isAnswered: boolean }) {
  const found = await findDemo(database);
  if (!isThere(found)) {
    console.log('There is no demonstration.');
    return;
  }
  for (const line of describeClearing(found, how)) {
    console.log(line);
  }
  if (!how.isAnswered && !(await ask('Clear the demonstration? [y/N] '))) {
    throw new OperatorError('Nothing was cleared. Answer y, or give --yes in a script.');
  }
  console.log(outcomes[await clearDemo(createLeague(database), how)]);
}

async function load({ database }: OpenLeague, signal: AbortSignal): Promise<void> {
  const taken = await listTaken(database);
  if (taken.length > 0) {
    throw new OperatorError(
      `Nothing was loaded: a demonstration is played before a league has seasons of its own, and these ladders have one: ${taken.join(', ')}.`,
    );
  }
  await layContent(database);
  await loadDemo(database, { now: new Date(), onProgress: console.log, signal });
}

/**
 * `demo load` plays a demonstration, `demo clear` says what would go and what would stay, asks, and takes it away:
 * `--yes` is the answer of scripts, `--everything` takes real people's acts in it along.
 */
export const command: Command = {
  options: { yes: { type: 'boolean' }, everything: { type: 'boolean' } },
  async run(config, { positionals, values }) {
    const [action] = positionals;
    if (action !== 'load' && action !== 'clear') {
      throw new OperatorError('demo takes load or clear.');
    }
    await using opened = await openLeague(config, { onProgress: console.log });
    if (action === 'clear') {
      await clear(opened, {
        everything: values.everything === true,
        isAnswered: values.yes === true,
      });
    } else if (await hasDemo(opened.database)) {
      console.log('The demonstration season is there already.');
    } else {
      await untilInterrupted((signal) => load(opened, signal));
    }
    return 0;
  },
};
