import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConfig } from '../../config.ts';
import { OperatorError } from '../command.ts';
import { command } from './simulate.ts';

let folder: string;
const printed: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-simulate-'));
  vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
    printed.push(String(line));
  });
});
beforeEach(() => {
  printed.length = 0;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const small = { teams: '3', days: '4' };

/** What it prints, or what it tells whoever called it wrongly. */
async function simulate(values: Record<string, string>, positionals: string[] = []) {
  try {
    expect(await command.run(parseConfig({}), { values, positionals })).toBe(0);
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return error instanceof Error ? error.message : '';
  }
  return printed.join('\n');
}

async function writeRules(text: string): Promise<string> {
  const file = join(folder, 'rules.json');
  await writeFile(file, text);
  return file;
}

describe('a season that is simulated', () => {
  it('prints the same for the same options, and another for another seed', async () => {
    const first = await simulate(small);
    expect(first).toMatch(/^3 teams, 4 days, seed 1: \d+ events\n\nEntries at the end\n {2}active/);
    printed.length = 0;
    expect(await simulate({ ...small, seed: '1' })).toBe(first);
    printed.length = 0;
    expect((await simulate({ ...small, seed: '2' })).split('\n')[0]).toContain('seed 2: ');
  });

  it('goes by the rules of a file', async () => {
    const rules = await writeRules('{ "team": { "size": 1 } }');
    expect(await simulate({ ...small, rules })).toMatch(/^3 teams, 4 days/);
  });

  it.each([
    ['teams', '1', 2, 5000],
    ['teams', '5001', 2, 5000],
    ['days', '0', 1, 1000],
    ['days', '1001', 1, 1000],
    ['seed', '4294967296', 0, 4_294_967_295],
    ['seed', '-1', 0, 4_294_967_295],
    ['seed', '', 0, 4_294_967_295],
    ['days', 'ten', 1, 1000],
    ['days', '1.5', 1, 1000],
  ])('is not made with --%s %s', async (name, value, from, to) => {
    expect(await simulate({ ...small, [name]: value })).toBe(
      `--${name} takes a whole number from ${from} to ${to}.`,
    );
  });

  it.each([
    [{ teams: '2', days: '1', seed: '0' }, '2 teams, 1 days, seed 0: '],
    [{ teams: '2', days: '1', seed: '4294967295' }, '2 teams, 1 days, seed 4294967295: '],
  ])('is made with the least of each: %j', async (values, begins) => {
    expect(await simulate(values)).toContain(begins);
  });

  it('takes no words', async () => {
    expect(await simulate(small, ['fast', 'now'])).toBe('simulate takes options only, not fast.');
  });

  it.each([
    ['{', /^--rules: .*rules\.json is not JSON: [^\n]+$/],
    ['[]', /^--rules: the file must hold one object of rules\.$/],
    ['7', /^--rules: the file must hold one object of rules\.$/],
    ['{ "team": { "size": 0 } }', /^--rules: team\.size is wrong; it goes from 1 to \d+\.$/],
    ['{ "team": { "colour": 1 } }', /^--rules: team\.colour is wrong\.$/],
  ])('is not made by the rules %s', async (text, says) => {
    expect(await simulate({ ...small, rules: await writeRules(text) })).toMatch(says);
  });

  it('is not made by a file that is not there', async () => {
    const rules = join(folder, 'none.json');
    expect(await simulate({ ...small, rules })).toBe(`--rules: ${rules} cannot be read.`);
  });
});
