import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/**
 * Firefox as a Linux gives it, by WebDriver BiDi. Playwright drives one that it has patched, or by this same protocol
 * with calls that no long-lived release of Firefox answers yet (`emulation.setMediaFeaturesOverride`).
 */
export interface Firefox {
  /** What was asked for outside of `home`, and what failed or was logged as an error. */
  faults: string[];
  open(address: string): Promise<void>;
  /** The value of an expression in the page. */
  read<Value>(expression: string): Promise<Value>;
  /** Waits until an expression of the page is true. */
  until(expression: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Answer {
  id?: number;
  result?: unknown;
  message?: string;
  method?: string;
  // What an event tells is what its name says; only some of it is looked at.
  params?: { text?: string; level?: string; request?: { url: string }; errorText?: string };
}

/** No network: whoever asks for an address of one is sent to a port on which nobody listens. */
const preferences = `
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 1);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 1);
user_pref("network.proxy.socks", "127.0.0.1");
user_pref("network.proxy.socks_port", 1);
user_pref("network.proxy.allow_hijacking_localhost", true);
user_pref("intl.accept_languages", "en-US");
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
`;
const patience = 60_000;

async function start(path: string, profile: string) {
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const said: string[] = [];
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stderr).on('line', (line) => {
      said.push(line);
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`Firefox ended:\n${said.join('\n')}`)));
  });
  const stop = () => {
    child.kill();
    return ended;
  };
  return { address, stop };
}

/** Opens a Firefox without a network in which nothing but files below `home` is to be asked for. */
export async function openFirefox(path: string, home: string): Promise<Firefox> {
  const profile = await mkdtemp(join(tmpdir(), 'muster-firefox-'));
  await writeFile(join(profile, 'user.js'), preferences);
  const { address, stop } = await start(path, profile);
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('Firefox does not answer'));
  });
  const faults: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  const note = ({ method, params = {} }: Answer) => {
    const url = params.request?.url ?? '';
    if (method === 'log.entryAdded' && params.level === 'error') {
      faults.push(params.text ?? '');
    } else if (method === 'network.fetchError') {
      faults.push(`failed: ${url}`);
    } else if (method === 'network.beforeRequestSent' && !/^(data|about):/.test(url)) {
      faults.push(...(url.startsWith(home) ? [] : [url]));
    }
  };
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    const take = answer.id === undefined ? note : waiting.get(answer.id);
    take?.(answer);
  };
  let calls = 0;
  const call = async (method: string, params: object): Promise<unknown> => {
    calls += 1;
    const id = calls;
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params }));
    });
    waiting.delete(id);
    if (answer.message !== undefined) {
      throw new Error(`${method}: ${answer.message}`);
    }
    return answer.result;
  };
  await call('session.new', { capabilities: {} });
  const events = ['log.entryAdded', 'network.beforeRequestSent', 'network.fetchError'];
  await call('session.subscribe', { events });
  const { contexts } = (await call('browsingContext.getTree', {})) as {
    contexts: { context: string }[];
  };
  const context = contexts[0]?.context;
  const read = async <Value>(expression: string): Promise<Value> => {
    const { result, exceptionDetails } = (await call('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    })) as { result: { value: string }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) {
      throw new Error(`${expression}: ${exceptionDetails.text}`);
    }
    return JSON.parse(result.value) as Value;
  };
  return {
    faults,
    read,
    async open(url) {
      await call('browsingContext.navigate', { context, url, wait: 'complete' });
    },
    async until(expression) {
      const until = Date.now() + patience;
      while (!(await read<boolean>(`Boolean(${expression})`))) {
        if (Date.now() > until) {
          throw new Error(`never: ${expression}\n${await read<string>('document.body.innerText')}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      await stop();
      await rm(profile, { recursive: true, force: true });
    },
  };
}
