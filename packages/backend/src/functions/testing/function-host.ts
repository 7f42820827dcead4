import { FunctionProcess } from '../function-process.ts';
import { functionLimits } from '../limits.ts';

/** A server's process with one function, until it is killed; the function's file, a socket and Deno come as arguments. */
const [entry = '', socket = '', program = '', cache = ''] = process.argv.slice(2);
const started = new FunctionProcess({
  spec: {
    ...{ name: 'own', entry, importMap: null, verifyJwt: false, hosts: [], secrets: {} },
  },
  deno: { program, cache },
  socket,
  door: { port: 9, token: 'none' },
  environment: { SUPABASE_URL: 'http://localhost' },
  limits: functionLimits,
  onLine: ({ text }) => process.send?.(text),
});
await started.gone;
