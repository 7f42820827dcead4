import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createSettingsReader } from '../page/settings.ts';
import { toInput } from '../testing/test-league.ts';
import {
  loadAddressesStep,
  loadLanguagesStep,
  loadLogoStep,
  loadLookStep,
  loadNameStep,
} from './setup-steps.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from public.league_settings'));

const steps = {
  name: loadNameStep,
  logo: loadLogoStep,
  look: loadLookStep,
  languages: loadLanguagesStep,
  addresses: loadAddressesStep,
};
const person = { id: '00000000-0000-4000-8000-000000000001', username: 'Ann' };

/** Which steps are done, with what they say of themselves. */
async function listDone(environment: Record<string, string> = {}, isSiteAdmin = true) {
  const settings = await createSettingsReader(own.database, parseConfig(environment));
  const viewer = { ...person, user_id: person.id };
  const input = { ...toInput(own.database, { person: viewer, isSiteAdmin }), settings };
  const done: Record<string, string[]> = {};
  for (const [name, load] of Object.entries(steps)) {
    const step = await load(input);
    if (step.is_done) {
      done[name] = step.facts;
    } else {
      expect(step.facts).toEqual([]);
    }
  }
  return done;
}

const set = (column: string, value: unknown) =>
  own.database.query(`insert into public.league_settings (${column}) values ($1)`, [value]);

describe('a step of the first evening', () => {
  it('is open while nothing is set', async () => {
    expect(await listDone()).toEqual({});
  });

  it.each<[string, unknown, object]>([
    ['name', 'Harbour', { name: ['Harbour'] }],
    ['title_suffix', ' Cup', { name: ['Muster'] }],
    ['footer_line', 'By the sea', { name: ['Muster'] }],
    ['footer_year', 2020, { name: ['Muster'] }],
    ['hue', 200, { look: ['200°'] }],
    ['hue', 0, { look: ['0°'] }],
    ['locales', ['fi', 'en'], { languages: ['Suomi', 'English'] }],
    [
      'zone',
      'Europe/Oslo',
      { languages: ['English', 'Español', 'Français', 'Deutsch', 'Polski', 'Português', 'Suomi'] },
    ],
    ['forum_url', 'https://forum.test/a', { addresses: ['forum.test'] }],
    ['chat_invite_url', 'https://chat.test/b', { addresses: ['chat.test'] }],
  ])('is done by %s', async (column, value, done) => {
    await set(column, value);
    expect(await listDone()).toEqual(done);
  });

  it('is done by a logo, of which there is nothing to say', async () => {
    const key = 'a'.repeat(32);
    await own.database.transaction(async (transaction) => {
      // Which files it has does not matter here.
      await transaction.query('set local session_replication_role = replica');
      await transaction.query(
        `insert into private.league_logos (key, bar_id, icon_id, app_id, link_id, whole_id, bar_width, set_at)
         select $1, id, id, id, id, id, 9, now() from gen_random_uuid() id`,
        [key],
      );
      await transaction.query('insert into public.league_settings (logo) values ($1)', [key]);
    });
    expect(await listDone()).toEqual({ logo: [] });
  });

  it('is done by a variable', async () => {
    expect(await listDone({ LEAGUE_NAME: 'Harbour' })).toEqual({ name: ['Harbour'] });
    expect(await listDone({ CHAT_INVITE_URL: 'https://chat.test/c' })).toEqual({
      addresses: ['chat.test'],
    });
  });

  it('is none for whoever has no office', async () => {
    await set('name', 'Harbour');
    expect(await listDone({}, false)).toEqual({});
  });
});
