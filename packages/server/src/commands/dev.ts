import type { Command } from './command.ts';
import { serveUntilStopped } from './serve.ts';

export const command: Command = {
  options: {},
  run: (config) => {
    // Where the machine says 'production', as hosts do, React and Vite would leave hot reloading out.
    process.env.NODE_ENV = 'development';
    return serveUntilStopped(config, { isDevelopment: true });
  },
};
