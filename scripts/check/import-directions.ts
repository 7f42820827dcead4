import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join, relative } from 'node:path';
import { root } from '../run.ts';

/** Who may import whom (`ARCHITECTURE.md`), and nothing else. */
const allowed: Record<string, readonly string[]> = {
  league: [],
  database: [],
  backend: ['database'],
  site: ['league'],
  server: ['league', 'database', 'backend', 'site'],
};

const importPattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g;

function listSources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${'node_modules'}`) && !path.includes('/dist/'));
}

function faultOf(owner: string, specifier: string, isTest: boolean): string | null {
  const ours = /^@muster\/([a-z]+)/.exec(specifier)?.[1];
  if (ours !== undefined && ours !== owner && !allowed[owner]?.includes(ours)) {
    return `${owner} may not import @muster/${ours}`;
  }
  const isBuiltin = specifier.startsWith('node:') || builtinModules.includes(specifier);
  if (owner === 'league' && isBuiltin && !isTest) {
    return 'league imports nothing of Node';
  }
  if (/^\.\.?\//.test(specifier) && /packages\/[a-z]+\/src/.test(specifier)) {
    return 'packages are imported by their names';
  }
  return null;
}

/** Returns a line for each import that goes against the directions or leaves its package by a path. */
export function checkImportDirections(): string[] {
  const faults: string[] = [];
  for (const owner of Object.keys(allowed)) {
    const folder = join(root, 'packages', owner);
    for (const path of listSources(folder)) {
      const source = readFileSync(path, 'utf8');
      for (const match of source.matchAll(importPattern)) {
        const specifier = match[1] ?? '';
        const leaves =
          specifier.startsWith('.') && !join(path, '..', specifier).startsWith(`${folder}/`);
        const fault = leaves
          ? 'a relative import may not leave its package'
          : faultOf(owner, specifier, /\.test\.tsx?$/.test(path));
        if (fault !== null) {
          faults.push(`${relative(root, path)}: '${specifier}': ${fault}`);
        }
      }
    }
  }
  return faults;
}
