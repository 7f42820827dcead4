import type { Viewer } from '../context.ts';
import { type ApiLeague, type Call, createApiLeague, type TestTeam } from './api-league.ts';

/** Everybody whom a guard may know or not: who is of a team and as what, who has which office, who has none. */
export interface Cast {
  own: ApiLeague;
  home: TestTeam;
  away: TestTeam;
  /** On the same ladder, with no part in what the two do. */
  third: TestTeam;
  people: Record<Role, Viewer | null>;
}

type Role =
  | 'captain'
  | 'co-captain'
  | 'player'
  | 'substitute'
  | "the other side's captain"
  | "the other side's player"
  | "another team's captain"
  | "the ladder's admin"
  | "another ladder's admin"
  | 'site admin'
  | 'editor'
  | 'stranger'
  | 'visitor';

/** A league of three teams on `tanks`, of which `home` has people in every role; `golf` is another ladder. */
export async function createCast(): Promise<Cast> {
  const own = await createApiLeague();
  await own.addLadder('tanks');
  await own.addLadder('golf');
  const away = await own.addTeam('Away', 'tanks');
  const home = await own.addTeam('Home', 'tanks');
  const third = await own.addTeam('Third', 'tanks');
  const steward = await own.addAdmin('Steward');
  const add = async (role: 'co_captain' | 'substitute') => {
    const person = await own.addPerson(`Home ${role}`);
    const { code } = await own.act(home.captain, { path: `/teams/${home.slug}/invites` });
    await own.act(person, { path: `/teams/${home.slug}/join`, body: { code } });
    const path = `/teams/${home.slug}/members/${person.person_id}`;
    await own.act(home.captain, { path, body: { role } });
    return person;
  };
  const give = async (name: string, path: string) => {
    const person = await own.addPerson(name);
    await own.act(steward, { path, body: { person: person.person_id } });
    return person;
  };
  return {
    ...{ own, home, away, third },
    people: {
      captain: home.captain,
      'co-captain': await add('co_captain'),
      player: home.player,
      substitute: await add('substitute'),
      "the other side's captain": away.captain,
      "the other side's player": away.player,
      "another team's captain": third.captain,
      "the ladder's admin": await give('Judge', '/ladders/tanks/admins'),
      "another ladder's admin": await give('Golf judge', '/ladders/golf/admins'),
      'site admin': steward,
      editor: await give('Editor', '/editors'),
      stranger: await own.addPerson('Stranger'),
      visitor: null,
    },
  };
}

/** The answers to a call by who sent it: `obeyed`, or the code of the refusal. */
export async function askAll(
  { own, people }: Pick<Cast, 'own'> & { people: Record<string, Viewer | null> },
  call: Call,
): Promise<Record<string, string>> {
  const answers: [string, string][] = [];
  for (const [name, person] of Object.entries(people)) {
    const { status, body } = await own.send(person, call);
    answers.push([name, status === 200 ? 'obeyed' : (body.error?.code ?? String(status))]);
  }
  return Object.fromEntries(answers);
}

/** Who of everybody is obeyed; the others are refused with what `otherwise` says of them, or with `rest`. */
export function onlyTo(
  names: readonly string[],
  rest: string,
  otherwise: Record<string, readonly string[]> = {},
): (answers: Record<string, string>) => Record<string, string> {
  return (answers) =>
    Object.fromEntries(
      Object.keys(answers).map((name) => {
        const code = Object.entries(otherwise).find(([, refused]) => refused.includes(name))?.[0];
        const refused = name === 'visitor' ? 'not_signed_in' : rest;
        return [name, names.includes(name) ? 'obeyed' : (code ?? refused)];
      }),
    );
}
