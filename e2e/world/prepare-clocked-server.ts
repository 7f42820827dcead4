import {
  type ClockedServer,
  type StartedClockedServer,
  startClockedServer,
} from './clocked-server.ts';
import type { Setting } from './person.ts';
import { test } from './test.ts';
import { Texts } from './texts.ts';

/** A browser as somebody has it: in English at a desk, where nothing else is said. */
interface Look {
  locale?: string;
  /** The language tag of the browser. */
  tag?: string;
  isPhone?: boolean;
}

/** The clocked server of a file of specs. */
export interface PreparedServer extends ClockedServer {
  /** The time of its clock. */
  toNow(): number;
  /** For somebody who comes to it with a browser now. */
  toSetting(look?: Look): Setting;
}

/** Starts one before the first test of the file that calls this, and stops it after the last. */
export function prepareClockedServer(): PreparedServer {
  let started: StartedClockedServer | undefined;
  test.beforeAll(async () => {
    started = await startClockedServer();
  });
  test.afterAll(() => started?.stop());
  const get = (): StartedClockedServer => {
    if (started === undefined) {
      throw new Error('The server starts with the first test');
    }
    return started;
  };
  const toNow = () => Date.now() + get().getAhead();
  return {
    get url() {
      return get().url;
    },
    get dataDir() {
      return get().dataDir;
    },
    getAhead: () => get().getAhead(),
    passUntil: (instant) => get().passUntil(instant),
    toNow,
    toSetting: ({ locale = 'en', tag = 'en-US', isPhone = false } = {}) => ({
      ...{ url: get().url, texts: new Texts(locale), tag, isPhone, now: toNow() },
    }),
  };
}
