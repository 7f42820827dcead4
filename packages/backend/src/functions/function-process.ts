import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { type Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'undici';
import ConnectionPool from 'undici/lib/dispatcher/pool.js';
import * as v from 'valibot';
import type { FunctionLimits } from './limits.ts';
import type { FunctionSpec } from './list-functions.ts';
import { toModuleFlags } from './prepare.ts';
import { readLines } from './read-lines.ts';
import { readResidentBytes } from './resident-bytes.ts';

/** Why a process is no more: by itself, or by our hand. */
export type End = 'crashed' | 'memory' | 'busy' | 'ended';

/** A line that a function has said, or that is said of it. */
export interface FunctionLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
  /** The call during which it was said; null beside one. */
  requestId: string | null;
}

export interface ProcessOptions {
  spec: FunctionSpec;
  deno: { program: string; cache: string };
  /** Where it listens: a path below 107 bytes that is free. */
  socket: string;
  /** Its way out: an address on loopback and the token by which it is known there. */
  door: { port: number; token: string };
  /** What it finds in its environment, nothing else. */
  environment: Readonly<Record<string, string>>;
  limits: FunctionLimits;
  onLine: (line: FunctionLine) => void;
}

const preload = fileURLToPath(new URL('../../deno/preload.js', import.meta.url));
/** How seldom a process without a call is asked whether it lives, in milliseconds. */
const idlePauseMs = 1_000;
/** How long a connection to it without a call stays open, in milliseconds. */
const keptOpenMs = 30_000;
const levels: Readonly<Record<string, FunctionLine['level']>> = {
  debug: 'debug',
  trace: 'debug',
  warn: 'warn',
  error: 'error',
};
/** V8 ends a process that is out of heap by one of these. */
const outOfHeap: readonly (NodeJS.Signals | null)[] = ['SIGTRAP', 'SIGABRT', 'SIGILL', 'SIGSEGV'];

const Message = v.union([
  v.object({ ready: v.literal(true) }),
  v.object({ level: v.string(), text: v.string(), request: v.nullable(v.string()) }),
]);

/** One function in a process of its own. */
export class FunctionProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  /** What the watcher of `toCommand` reads: it breaks when this server is no more. */
  readonly #life: Writable;
  readonly #limits: FunctionLimits;
  readonly #onLine: (line: FunctionLine) => void;
  readonly #watch: NodeJS.Timeout;
  readonly #ready = Promise.withResolvers<boolean>();
  #end: End | null = null;
  /** Since when a question to see whether it lives has had no answer. */
  #asked: number | null = null;
  /** When it has last answered one. */
  #heard = 0;
  readonly #token: string;
  readonly #socket: string;
  /** To its listener, kept between calls. */
  readonly connections: Pool;
  /** Resolves when the process is gone. */
  readonly gone: Promise<End>;
  /** Calls under way. */
  calls = 0;

  constructor(options: ProcessOptions) {
    const { socket, door, limits, onLine } = options;
    this.#socket = socket;
    this.connections = openConnections(socket, limits);
    this.#token = door.token;
    this.#limits = limits;
    this.#onLine = onLine;
    this.#child = spawn('/bin/sh', toCommand(options), {
      cwd: '/',
      env: {
        ...options.environment,
        DENO_DIR: options.deno.cache,
        DENO_NO_UPDATE_CHECK: '1',
        NO_COLOR: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    });
    const { stdin, stdout, stderr } = this.#child;
    this.#life = toWritable(this.#child.stdio[3]);
    for (const stream of [stdin, this.#life]) {
      stream.on('error', () => undefined);
    }
    stdin.end(
      `${JSON.stringify({ socket, door: `http://127.0.0.1:${door.port}/`, token: door.token })}\n`,
    );
    readLines(stdout, limits, (line) => this.#handleLine(line));
    readLines(stderr, limits, (text) => onLine({ level: 'error', text, requestId: null }));
    this.gone = this.#awaitEnd();
    this.#watch = setInterval(() => void this.#look(), limits.watchMs);
    this.#watch.unref();
    const late = setTimeout(() => this.#stop('ended'), limits.startMs);
    this.#ready.promise.then(() => clearTimeout(late));
  }

  /** Whether it serves: true once it does, false where it ended before. */
  get ready(): Promise<boolean> {
    return this.#ready.promise;
  }

  get isGone(): boolean {
    return this.#end !== null;
  }

  /** Ends it at once; resolves when it is gone. */
  async stop(): Promise<void> {
    this.#stop('ended');
    await this.gone;
  }

  #stop(why: End): void {
    this.#end ??= why;
    this.#child.kill('SIGKILL');
  }

  async #awaitEnd(): Promise<End> {
    const [code, signal] = await once(this.#child, 'exit').catch(() => [null, null]);
    clearInterval(this.#watch);
    this.#life.end('over\n');
    void this.connections.destroy();
    this.#end ??= outOfHeap.includes(signal) ? 'memory' : 'crashed';
    if (this.#end !== 'ended') {
      this.#tell(`The process ended: ${describeEnd(this.#end, signal ?? `exit code ${code}`)}`);
    }
    this.#ready.resolve(false);
    return this.#end;
  }

  #handleLine(line: string): void {
    const message = parseMessage(line);
    if (message === null) {
      this.#onLine({ level: 'info', text: line, requestId: null });
    } else if ('ready' in message) {
      this.#ready.resolve(true);
    } else {
      this.#onLine(message);
    }
  }

  /** Ends a process that has grown too large, or that answers nothing since it runs in a circle. */
  async #look(): Promise<void> {
    const bytes = await readResidentBytes(this.#child.pid ?? 0);
    if (this.#end !== null) {
      return;
    }
    if (bytes !== null && bytes > this.#limits.residentBytes) {
      this.#stop('memory');
    } else if (this.#asked === null) {
      await this.#askNowAndThen();
    } else if (performance.now() - this.#asked > this.#limits.busyMs) {
      this.#stop('busy');
    }
  }

  /** Whether it still turns to what it is asked; of one without a call that is seldom asked. */
  async #askNowAndThen(): Promise<void> {
    const now = performance.now();
    if (this.calls === 0 && now - this.#heard < idlePauseMs) {
      return;
    }
    this.#asked = now;
    await this.#ping().catch(() => undefined);
    this.#heard = performance.now();
    this.#asked = null;
  }

  /** Resolves when the process has turned to what it is asked. */
  async #ping(): Promise<void> {
    const asked = request({ socketPath: this.#socket, headers: { 'x-door-token': this.#token } });
    asked.end();
    const [answer] = await once(asked, 'response');
    answer.resume();
  }

  #tell(text: string): void {
    this.#onLine({ level: 'error', text, requestId: null });
  }
}

/** As many as a process has calls; how long a call may take is counted elsewhere. */
function openConnections(socketPath: string, { calls }: FunctionLimits): Pool {
  return new ConnectionPool('http://localhost', {
    ...{ socketPath, connections: calls, keepAliveTimeout: keptOpenMs },
    ...{ headersTimeout: 0, bodyTimeout: 0 },
  });
}

/** What the process may: its listener, its way out and its secrets; no other file, no other address, no program. */
function toCommand({ spec, deno, socket, door, environment, limits }: ProcessOptions): string[] {
  // A server that is killed ends nobody: this waits beside the process until it is told of its end, and ends it where
  // the server's side breaks instead. It is no part of the process, which may run in a circle or want to stay.
  const watched = '(read -r over <&3 || kill -KILL $$) </dev/null >/dev/null 2>&1 & exec 3<&-';
  // No file may get a byte: the web's own caches would be files without a right to any.
  const limited = `${watched}; trap '' XFSZ; ulimit -f 0; ulimit -c 0; ulimit -n ${limits.openFiles}; exec nice -n 5 "$0" "$@"`;
  const names = Object.keys(environment).join(',');
  return [
    ...['-c', limited, deno.program, 'run', ...toModuleFlags(spec), '--cached-only'],
    ...['--no-prompt', '--ignore-env', `--allow-env=${names}`],
    `--allow-net=unix:${socket},127.0.0.1:${door.port}`,
    ...[`--allow-read=${socket}`, `--allow-write=${socket}`],
    `--v8-flags=--max-old-space-size=${limits.heapMebibytes}`,
    ...['--preload', preload, spec.entry],
  ];
}

function toWritable(stream: Readable | Writable | null | undefined): Writable {
  if (stream instanceof Writable) {
    return stream;
  }
  throw new Error('A process has no pipe by which its watcher hears of its end');
}

function describeEnd(end: End, how: string): string {
  const reasons: Readonly<Record<End, string>> = {
    crashed: how,
    memory: 'it took more memory than a function may',
    busy: 'it answered nothing for too long, as one that runs in a circle',
    ended: how,
  };
  return reasons[end];
}

/** What the preloaded file tells; null for whatever else was printed. */
function parseMessage(line: string): FunctionLine | { ready: true } | null {
  if (!line.startsWith('\u001e')) {
    return null;
  }
  const read = v.safeParse(Message, parseJson(line.slice(1)));
  if (!read.success) {
    return null;
  }
  if ('ready' in read.output) {
    return read.output;
  }
  const { level, text, request: requestId } = read.output;
  return { level: levels[level] ?? 'info', text, requestId };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
