import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { getFloor, isDeciding } from './floors.ts';
import type { Reason } from './reason.ts';
import { reasons } from './reasons.ts';

/** What is read of a report in the schema that mutation testing tools share. */
interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  location: { start: Position; end: Position };
}

/** Both count from 1. */
interface Position {
  line: number;
  column: number;
}

/** A mutant that no test noticed. */
export interface Survivor {
  file: string;
  lineNumber: number;
  line: string;
  mutant: string;
  why: string | null;
}

export interface Outcome {
  file: string;
  /** Noticed of a hundred; null for a file in which there is nothing to mutate. */
  score: number | null;
  floor: number;
  survivors: Survivor[];
}

const noticed = ['Killed', 'Timeout'];
const unnoticed = ['Survived', 'NoCoverage'];

/**
 * Takes the mutants that no test noticed out of a file's report, so that they are tried again: Stryker does not see
 * that a table of tests has new rows.
 */
export function forgetUnnoticed(path: string): void {
  if (!existsSync(path)) {
    return;
  }
  const report = JSON.parse(readFileSync(path, 'utf8')) as Report;
  for (const file of Object.values(report.files)) {
    file.mutants = file.mutants.filter(({ status }) => !unnoticed.includes(status));
  }
  writeFileSync(path, JSON.stringify(report));
}

/** The piece of a text between two positions. */
function cut(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  return lines.join('\n');
}

const toOneLine = (text: string) => text.replace(/\s+/g, ' ');
const isOf = (reason: Reason, survivor: Omit<Survivor, 'why'>) =>
  reason.file === survivor.file &&
  reason.line === survivor.line &&
  reason.mutant === survivor.mutant;

/** What became of a file's mutants, read from the report that Stryker left; null where there is none. */
export function readOutcome(file: string, path: string): Outcome | null {
  if (!existsSync(path)) {
    return null;
  }
  const { files } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const { source, mutants } = Object.values(files)[0] ?? { source: '', mutants: [] };
  const killed = mutants.filter(({ status }) => noticed.includes(status)).length;
  const survivors = mutants
    .filter(({ status }) => unnoticed.includes(status))
    .map(({ location, replacement, mutatorName }) => {
      const mutant = `${cut(source, location)} -> ${replacement ?? mutatorName}`;
      const survivor = {
        file,
        lineNumber: location.start.line,
        line: source.split('\n')[location.start.line - 1]?.trim() ?? '',
        mutant: toOneLine(mutant),
      };
      return { ...survivor, why: reasons.find((reason) => isOf(reason, survivor))?.why ?? null };
    })
    .sort((one, other) => one.lineNumber - other.lineNumber);
  const all = killed + survivors.length;
  return {
    file,
    score: all === 0 ? null : (100 * killed) / all,
    floor: getFloor(file),
    survivors,
  };
}

/** Those of a deciding file that have neither a row nor a reason. */
const listUnexplained = ({ file, survivors }: Outcome): Survivor[] =>
  isDeciding(file) ? survivors.filter(({ why }) => why === null) : [];

const isBelow = ({ score, floor }: Outcome): boolean => score !== null && score < floor;

/** Too little is noticed, or a fault in what decides stays without anybody saying why. */
export const isFailing = (outcome: Outcome): boolean =>
  isBelow(outcome) || listUnexplained(outcome).length > 0;

/** The survivors line by line with their reasons, and the reasons that are of none. */
export function toList(outcomes: readonly Outcome[]): string {
  const files = outcomes.flatMap(({ file, survivors }) => {
    const stale = reasons.filter(
      (reason) => reason.file === file && !survivors.some((survivor) => isOf(reason, survivor)),
    );
    return [
      ...survivors.flatMap(({ lineNumber, line, mutant, why }) => [
        `${file}:${lineNumber}: ${line}`,
        `    ${mutant}`,
        ...(why === null ? (isDeciding(file) ? ['    no reason yet'] : []) : [`    ${why}`]),
      ]),
      ...stale.map(
        ({ line, mutant }) => `${file}: a reason is of no survivor: ${line} | ${mutant}`,
      ),
    ];
  });
  return `${files.join('\n')}\n`;
}

/** A line for each file: its score, its floor, and how many mutants survive. */
export function toTable(outcomes: readonly Outcome[]): string {
  const width = Math.max(...outcomes.map(({ file }) => file.length));
  return outcomes
    .map((outcome) => {
      const { file, score, floor, survivors } = outcome;
      const unexplained = listUnexplained(outcome).length;
      const parts = [
        isFailing(outcome) ? 'FAIL' : 'ok  ',
        file.padEnd(width),
        (score === null ? '-' : score.toFixed(1)).padStart(5),
        `of ${floor}`,
      ];
      if (survivors.length > 0) {
        parts.push(`  ${survivors.length} survive`);
      }
      if (unexplained > 0) {
        parts.push(`(${unexplained} without a row or a reason)`);
      }
      return parts.join(' ');
    })
    .join('\n');
}
