import { existsSync, readFileSync } from 'node:fs';

/*
 * Loaded before the server (`node --import`), so that a spec can let hours pass in a moment: the
 * process's `Date` runs as many milliseconds ahead as the file says, read again at each SIGUSR2.
 * Timers run as ever. Nothing of the product knows of it.
 */

const file = process.env.MOVED_CLOCK_FILE;
const readAhead = () => (file && existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
let ahead = readAhead();

const RealDate = Date;
const readNow = () => RealDate.now() + ahead;
const MovedDate: DateConstructor = new Proxy(RealDate, {
  apply: () => new RealDate(readNow()).toString(),
  construct: (target, given, asked) =>
    Reflect.construct(
      target,
      given.length === 0 ? [readNow()] : given,
      asked === MovedDate ? target : asked,
    ),
  get: (target, name) => (name === 'now' ? readNow : Reflect.get(target, name)),
});
RealDate.prototype.constructor = MovedDate;
globalThis.Date = MovedDate;

process.on('SIGUSR2', () => {
  ahead = readAhead();
});
