import { toReasons } from '../reason.ts';

export const teamReasons = toReasons('team.ts', {
  'Nobody is called so.': [
    ["requireOffice(draft, team.status === 'disbanded' ? was : []);", '[] -> ["Stryker was here"]'],
  ],
});
