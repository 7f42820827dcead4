import { type DemoFound, hasRealActs } from './found.ts';

/** So many names at most are said one by one. */
const mostNames = 10;

const count = (number: number, one: string, many = `${one}s`) =>
  `${number} ${number === 1 ? one : many}`;

function name(names: readonly string[]): string {
  const more = names.length - mostNames;
  const said = names.slice(0, mostNames).join(', ');
  return more > 0 ? `${said} and ${more} more` : said;
}

function describeActs(found: DemoFound): string[] {
  const { actors, acts, messages, evidence, scrims, entered } = found;
  const who = `${count(actors.length, 'person', 'people')} (${name(actors)})`;
  const what = [
    count(acts, 'line of the log', 'lines of the log'),
    count(messages, 'message'),
    count(evidence, 'piece of evidence', 'pieces of evidence'),
    count(scrims, 'scrim'),
  ].join(', ');
  return [
    `Real people have acted in it: ${actors.length === 0 ? '' : `${who}, `}${what}.`,
    ...(entered.length > 0 ? [`Real teams have entered it: ${name(entered)}.`] : []),
  ];
}

/** What would go and what would stay, as the operator reads it before answering; a sentence a line. */
export function describeClearing(
  found: DemoFound,
  { everything }: { everything: boolean },
): string[] {
  const { seasons, running, teams, people, matches, notices, lines, leaving } = found;
  const whole = [
    count(seasons, 'season'),
    count(teams, 'team'),
    count(people, 'person', 'people'),
    count(matches, 'match', 'matches'),
    count(notices, 'notice'),
    count(lines, 'line of the log', 'lines of the log'),
  ].join(', ');
  const ladders = 'the ladders, which begin their next season by their own rules';
  const real = `${count(found.real_teams, 'real team')}, ${count(found.real_people, 'real account')}`;
  const isReal = hasRealActs(found);
  const said = [`The demonstration: ${whole}.`, ...(isReal ? describeActs(found) : [])];
  if (isReal && !everything) {
    const end = `${count(running, 'running season')} of it would end, its game server would go`;
    return [
      ...said,
      `Because of them it is kept: ${running > 0 ? end : 'it is over already, nothing more would go'}.`,
      `Would stay: all of the above, in the archive; ${real}; ${ladders}.`,
      'To take it all away, these acts too: muster demo clear --everything',
    ];
  }
  return [
    ...said,
    `Would go: all of the above${isReal ? ', what real people did in it too' : ''}.`,
    ...(leaving.length > 0
      ? [`Of it would stay, as they entered real seasons, without its people: ${name(leaving)}.`]
      : []),
    `Would stay: the site's stream, ${real}, ${ladders}.`,
  ];
}
