import { toReasons } from '../reason.ts';

export const ladderReasons = toReasons('ladder.ts', {
  'Nothing is before null; the question is for the compiler.': [
    ['if (deadline !== null && deadline <= draft.at) {', 'deadline !== null -> true'],
  ],
  'A status that does not take the command was refused before.': [
    [
      'const by = machine[match.status].commands[command.type]?.by;',
      'machine[match.status].commands[command.type]?.by -> machine[match.status].commands[command.type].by',
    ],
  ],
});
