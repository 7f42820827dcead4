import { type ApiAnswer, ApiLeague, type Call } from '../packages/server/src/testing/api-league.ts';
import { measureHold } from './measure-hold.ts';

/** One request, and the longest turn of the event loop while it was answered. */
export interface Hold {
  what: string;
  status: number;
  /** Processor time, in milliseconds. */
  hold: number;
  /** How much of it was V8's collecting. */
  collecting: number;
}

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A league of which every request is measured. */
export class MeasuredLeague extends ApiLeague {
  readonly holds: Hold[] = [];

  override async send(...[who, call]: Parameters<ApiLeague['send']>): Promise<ApiAnswer> {
    let answer: ApiAnswer | undefined;
    const { hold, collecting } = await measureHold(async () => {
      answer = await super.send(who, call);
    });
    if (answer === undefined) {
      throw new Error(`${call.path} was not answered`);
    }
    this.holds.push({ what: this.#toRoute(call), status: answer.status, hold, collecting });
    return answer;
  }

  /** The write routes, as `POST /api/teams/:slug/join`. */
  listWrites(): string[] {
    const routes = this.app.routes.filter(({ method }) => method === 'POST' || method === 'DELETE');
    return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
  }

  /** The route that a call goes to; the most literal of those that fit. */
  #toRoute({ method = 'POST', path }: Call): string {
    const parts = `/api${path.split('?')[0]}`.split('/');
    const fits = this.app.routes
      .filter((route) => route.method === method)
      .map((route) => route.path)
      .filter((pattern) => {
        const wanted = pattern.split('/');
        return (
          wanted.length === parts.length &&
          wanted.every((part, place) => part.startsWith(':') || part === parts[place])
        );
      })
      .sort((one, other) => one.split(':').length - other.split(':').length);
    return `${method} ${fits[0] ?? path.replace(ids, ':id')}`;
  }
}
