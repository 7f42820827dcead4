import { diagnose } from '../doctor/diagnose.ts';
import type { Finding } from '../doctor/finding.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const words: Record<Finding['is'], string> = {
  ok: 'ok',
  warning: 'warning',
  wrong: 'WRONG',
  unknown: '-',
};
/** Whoever waits longer is told that it goes on, in milliseconds. */
const tellAfter = 2_000;
/** What could not be ended in time ends with the process then, in milliseconds. */
const endAfter = 5_000;

async function lookAndTell(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const waiting = setInterval(() => console.error('Looking ...'), tellAfter);
  const print = ({ name, is, says }: Finding) => {
    waiting.refresh();
    console.log(`${name.padEnd(11)} ${words[is].padEnd(7)} ${says}`);
  };
  try {
    return await untilInterrupted((signal) => diagnose(environment, print, signal));
  } finally {
    clearInterval(waiting);
  }
}

async function examine(environment: NodeJS.ProcessEnv): Promise<number> {
  const findings = await lookAndTell(environment).catch((error: unknown) => {
    // What there was to take back is taken back; what never answers is left once this is told.
    setImmediate(() => process.exit());
    throw error;
  });
  const count = (is: Finding['is']) => findings.filter((finding) => finding.is === is).length;
  console.log(`${count('wrong')} wrong, ${count('warning')} to know of`);
  if (findings.some(({ isOverdue }) => isOverdue)) {
    setTimeout(() => process.exit(), endAfter).unref();
  }
  return count('wrong') === 0 ? 0 : 1;
}

/** `doctor`: looks at everything that the league needs, and says of each what to do. The exit code says whether something is wrong. */
export const command: Command = {
  options: {},
  async run(_config, { positionals }) {
    if (positionals.length > 0) {
      throw new OperatorError('doctor takes nothing.');
    }
    return examine(process.env);
  },
  runRefused: examine,
};
