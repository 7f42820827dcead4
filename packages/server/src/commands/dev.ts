import type { Command } from './command.ts';
import { serveUntilStopped } from './serve.ts';

export const command: Command = {
  options: {},
  run: (config) => serveUntilStopped(config, { isDevelopment: true }),
};
