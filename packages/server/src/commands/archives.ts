import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { joinFacts, keepImport, planImport } from '../archive/import-archive.ts';
import { importLimits, readImport } from '../archive/read-import.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createLeague } from '../engine/league.ts';
import { Refused } from '../engine/refusal.ts';
import { openLeague } from '../open-league.ts';
import { getTranslator } from '../translate.ts';
import { type Command, type CommandArguments, getOption, OperatorError } from './command.ts';

const text = { type: 'string' } as const;

function readFile(path: string): Buffer {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new OperatorError(`There is no file ${path}.`);
  }
  if (statSync(path).size > importLimits.bytes) {
    throw new OperatorError(`${path} is larger than ${importLimits.bytes} bytes.`);
  }
  return readFileSync(path);
}

function readFacts(args: CommandArguments) {
  const names = ['title', 'origin', 'ladder', 'season', 'game', 'ended-on'];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = getOption(args, name);
      return value === null ? [] : [[name.replace('-', '_'), value]];
    }),
  );
}

function describePlan({ counts, total, faults, faulty, encoding }: ReturnType<typeof planImport>) {
  const parts = Object.entries(counts).map(([section, count]) => `${count} ${section}`);
  const t = getTranslator('en', 'archive-office');
  const of = parts.length === 0 ? '' : ` (${parts.join(', ')})`;
  return [
    `${total} ${total === 1 ? 'row' : 'rows'} can be taken${of}; ${faulty} cannot. Read as ${encoding}.`,
    ...faults.map(({ line, field, rule, value }) => {
      const why = t(`import.rules.${rule}`);
      return `  line ${line}: ${field} ${why}${value === '' ? '' : ` (${JSON.stringify(value)})`}`;
    }),
  ];
}

function toOperatorError(error: unknown): unknown {
  if (!(error instanceof Refused)) {
    return error;
  }
  const { code, params } = error.refusal;
  return new OperatorError(`Nothing is imported: ${code} ${JSON.stringify(params)}`);
}

/** `archives import FILE --title T --origin O [--ladder L] [--season S] [--game G] [--ended-on DAY] [--dry-run]`. */
export const command: Command = {
  options: {
    'dry-run': { type: 'boolean' },
    ...{ title: text, origin: text, ladder: text, season: text, game: text, 'ended-on': text },
  },
  async run(config, args) {
    const [action, path, ...more] = args.positionals;
    if (action !== 'import' || path === undefined || more.length > 0) {
      throw new OperatorError('archives takes import FILE --title TEXT --origin TEXT [--dry-run].');
    }
    const bytes = readFile(path);
    const read = await readImport(bytes);
    const facts = joinFacts(read, readFacts(args));
    console.log(describePlan(planImport(read, facts)).join('\n'));
    if (args.values['dry-run'] === true) {
      return 0;
    }
    await using opened = await openLeague(config);
    const file = { name: basename(path), bytes };
    const work = executeAsSystem(createLeague(opened.database), (unit) =>
      keepImport(unit, { read, facts, file }),
    );
    const slug = await work.catch((error: unknown) => {
      throw toOperatorError(error);
    });
    console.log(`It stands at /archives/${slug}.`);
    return 0;
  },
};
