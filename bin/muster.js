#!/usr/bin/env node
import { ensureInstalled, runPinned } from './toolchain.js';

ensureInstalled();
runPinned('packages/server/src/cli.ts', process.argv.slice(2));
