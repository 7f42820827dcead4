import type { Browser } from '@playwright/test';
import { makeName } from './names.ts';
import { Person, type Setting } from './person.ts';

export interface Team {
  name: string;
  captain: Person;
  mate: Person;
}

/** As the menu names it, and as its own page does. */
export const tanks = { label: 'Battlefield 6 2v2 Tanks', heading: '2v2 Tanks' };
export const tanksPath = '/ladders/bf6-2v2-tanks';

/** A newcomer founds a team, brings a second person by a link, and enters it on the ladder. */
export async function bringTeam(browser: Browser, setting: Setting): Promise<Team> {
  const name = makeName('Team');
  const captain = await Person.come({ browser, setting, name: makeName('Cap') });
  const ofMate = { ...setting, fetchesAhead: false };
  const mate = await Person.come({ browser, setting: ofMate, name: makeName('Mate') });
  await captain.open('/');
  await captain.signIn();
  await captain.foundTeam(name);
  await captain.expectOnRoster(captain.name);
  await mate.joinByInvite(await captain.makeInvite(), name);
  await captain.expectOnRoster(mate.name);
  await captain.openLadder(tanks);
  await captain.joinLadder(name);
  return { name, captain, mate };
}
