import { run, tool } from './run.ts';

const { code } = await run(tool('biome'), ['check', '--write', '.']);
process.exitCode = code;
