import { writeFileSync } from 'node:fs';
import { checkForms } from './check/forms.ts';
import { checkGlossary } from './check/glossary.ts';
import { checkImportDirections } from './check/import-directions.ts';
import { checkPageAreas } from './check/page-areas.ts';
import { checkServerRooms } from './check/server-rooms.ts';
import { checkSharedModules } from './check/shared-modules.ts';
import { checkSizes } from './check/sizes.ts';
import { checkTranslations } from './check/translations.ts';
import { checkVariables } from './check/variables.ts';
import { toLine } from './failures.ts';
import { run, tool } from './run.ts';

interface Check {
  name: string;
  /** Lines that say what is wrong; none when all is well. */
  faults(): Promise<string[]> | string[];
}

function byTool(name: string, command: string, args: readonly string[]): Check {
  return {
    name,
    async faults() {
      const { code, output } = await run(tool(command), args, { quiet: true });
      return code === 0 ? [] : [output.trim()];
    },
  };
}

const checks: readonly Check[] = [
  byTool('types', 'tsc', ['-p', 'tsconfig.json']),
  byTool('lint and format', 'biome', ['check', '--error-on-warnings', '.']),
  { name: 'import directions', faults: checkImportDirections },
  { name: 'rooms of the server', faults: checkServerRooms },
  { name: 'translations', faults: checkTranslations },
  { name: 'one name a thing', faults: checkGlossary },
  { name: 'texts of pages', faults: checkPageAreas },
  byTool('dead exports and dependencies', 'knip', ['--no-progress']),
  { name: 'variables of the environment', faults: checkVariables },
  { name: 'forms that stay out of addresses', faults: checkForms },
  { name: 'no module mocked for others', faults: checkSharedModules },
  { name: 'file sizes', faults: checkSizes },
];

const failures: string[] = [];
for (const check of checks) {
  const faults = await check.faults();
  console.log(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${check.name}`);
  if (faults.length > 0) {
    failures.push(toLine(check.name, faults.join('\n')));
    console.log(faults.map((fault) => `     ${fault.replaceAll('\n', '\n     ')}`).join('\n'));
  }
}

const report = process.env.MUSTER_REPORT;
if (report !== undefined) {
  const { length: failed } = failures;
  writeFileSync(report, JSON.stringify({ passed: checks.length - failed, failed, failures }));
}
process.exitCode = failures.length === 0 ? 0 : 1;
