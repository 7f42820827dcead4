#!/usr/bin/env node
import { ensureInstalled, runMuster } from './toolchain.js';

ensureInstalled();
await runMuster(process.argv.slice(2));
