import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { createApi } from '../create-api.ts';
import {
  createFixedSettings,
  createSettingsReader,
  type SettingsReader,
  toSettings,
} from '../page/settings.ts';
import { type Cast, createCast } from '../testing/cast.ts';
import { toInput } from '../testing/test-league.ts';
import { loadSettings } from './page.ts';

let cast: Cast;
let reader: SettingsReader;
const send = (body: Record<string, unknown>, who: keyof Cast['people'] = 'site admin') =>
  cast.own.send(cast.people[who], { path: '/settings', body });
const read = () => cast.own.database.query('select * from public.league_settings');

beforeAll(async () => {
  cast = await createCast();
  reader = await createSettingsReader(cast.own.database, parseConfig({}));
});
afterAll(() => cast.own[Symbol.asyncDispose]());

describe('the settings', () => {
  it('are as they ship, or as a variable says, until somebody sets them', () => {
    expect(reader.current).toMatchObject({ leagueName: 'Muster', titleSuffix: ' League' });
    expect(reader.current).toMatchObject({ footerLine: null, footerYear: 2025, zone: 'UTC' });
    expect(reader.current.locales).toEqual(['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi']);
  });

  it('are set by a site admin, field by field, and each change is in the audit log', async () => {
    const locales = ['pt', 'en'];
    expect((await send({ name: 'Liga do Norte', locales })).status).toBe(200);
    expect((await send({ title_suffix: '', footer_year: 2026 })).status).toBe(200);
    expect((await send({ name: 'Liga do Norte' })).status).toBe(200);
    await reader.refresh();
    expect(reader.current).toMatchObject({ leagueName: 'Liga do Norte', titleSuffix: '', locales });
    expect(reader.current.footerYear).toBe(2026);
    const lines = await cast.own.database.query(
      'select person_id, act, changes from private.audit_log order by at, id',
    );
    const by = { person_id: cast.people['site admin']?.person_id, act: 'settings_edited' };
    expect(lines).toEqual([
      {
        ...by,
        changes: {
          name: { from: null, to: 'Liga do Norte' },
          locales: { from: null, to: locales },
        },
      },
      {
        ...by,
        changes: { title_suffix: { from: null, to: '' }, footer_year: { from: null, to: 2026 } },
      },
    ]);
    expect((await send({ name: null })).status).toBe(200);
    await reader.refresh();
    expect(reader.current.leagueName).toBe('Muster');
  });

  it.each([
    ['name', ' ', 'min_length'],
    ['name', 'x'.repeat(61), 'max_length'],
    ['name', 'a\nb', 'regex'],
    ['title_suffix', 'x'.repeat(41), 'max_length'],
    ['title_suffix', 'a\nb', 'regex'],
    ['footer_line', 'x'.repeat(201), 'max_length'],
    ['footer_line', '', 'min_length'],
    ['footer_line', 'a\u0007b', 'regex'],
    ['logo', 'A'.repeat(32), 'regex'],
    ['hue', 1.5, 'integer'],
    ['chat_invite_url', 'ftp://chat.test', 'regex'],
    ['chat_invite_url', 'https://', 'check'],
    ['footer_year', 1969, 'min_value'],
    ['footer_year', 10_000, 'max_value'],
    ['footer_year', 2025.5, 'integer'],
    ['locales', [], 'min_length'],
    ['locales', ['en', 'en'], 'check'],
    ['zone', 'Europe/Nowhere', 'check'],
    ['hue', -1, 'min_value'],
    ['hue', 360, 'max_value'],
    ['logo', 'a'.repeat(31), 'regex'],
    ['logo', 'a'.repeat(32), 'gone'],
    ['forum_url', 'javascript:alert(1)', 'regex'],
    ['forum_url', 'https://', 'check'],
    ['chat_invite_url', `https://${'a'.repeat(493)}`, 'max_length'],
  ])('take no %s like %j', async (field, value, rule) => {
    const before = await read();
    const { status, body } = await send({ [field]: value });
    expect([status, body.error]).toEqual([
      400,
      { code: 'field_invalid', params: { field, rule }, field },
    ]);
    expect(await read()).toEqual(before);
  });

  it.each([
    ['name', 'x'.repeat(60)],
    ['title_suffix', 'x'.repeat(40)],
    ['footer_line', 'x'.repeat(200)],
    ['footer_year', 1970],
    ['footer_year', 9999],
    ['zone', 'Europe/Helsinki'],
    ['hue', 0],
    ['hue', 359],
    ['chat_invite_url', 'http://chat.test'],
    ['forum_url', `https://${'a'.repeat(492)}`],
  ])('take a %s at its limit', async (field, value) => {
    expect((await send({ [field]: value })).status).toBe(200);
    expect(await read()).toMatchObject([{ [field]: value }]);
  });

  it('are on a page for site admins: what is set, what holds, and what a variable holds', async () => {
    const fields = {
      ...{ name: 'Harbour', title_suffix: ' Cup', footer_line: 'By the sea', footer_year: 2021 },
      ...{ locales: ['fi', 'en'], zone: 'Europe/Oslo', forum_url: 'https://forum.test/a' },
      ...{ chat_invite_url: 'https://chat.test/b', hue: 7, public_file: false },
    };
    expect((await send(fields)).status).toBe(200);
    await reader.refresh();
    const { user_id, person_id: id, username } = cast.people.stranger ?? cast.home.captain;
    const look = (isSiteAdmin: boolean, settings: SettingsReader) =>
      loadSettings({
        ...toInput(cast.own.database, { person: { id, user_id, username }, isSiteAdmin }),
        settings,
      });
    expect(await look(true, reader)).toMatchObject({
      set: { ...fields, logo: null },
      holds: { ...fields, logo: null },
      variables: {},
    });
    const variables = { FORUM_URL: 'https://theirs.test', CHAT_INVITE_URL: 'https://chat.theirs' };
    const byHost = await createSettingsReader(cast.own.database, parseConfig(variables));
    expect(await look(true, byHost)).toMatchObject({
      set: fields,
      holds: { name: 'Harbour', forum_url: 'https://theirs.test' },
      variables: { forum_url: 'FORUM_URL', chat_invite_url: 'CHAT_INVITE_URL' },
    });
    expect(await look(false, reader)).toBeNull();
    const empty = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
    expect((await send(empty)).status).toBe(200);
    await reader.refresh();
    expect(await look(true, reader)).toMatchObject({ set: empty, holds: { public_file: true } });
  });

  it.each(["ladder's admin", 'editor', 'captain', 'stranger', 'visitor'] as const)(
    'are not for a %s',
    async (who) => {
      const name = (who === "ladder's admin" ? "the ladder's admin" : who) as keyof Cast['people'];
      const { status, body } = await send({ name: 'Mine' }, name);
      const [code, expected] = who === 'visitor' ? ['not_signed_in', 401] : ['not_admin', 403];
      expect([status, body.error?.code]).toEqual([expected, code]);
    },
  );
});

describe('a variable of the environment', () => {
  const row = {
    name: 'Ours',
    title_suffix: ' Cup',
    footer_line: null,
    footer_year: null,
    locales: null,
    zone: null,
    forum_url: 'https://ours.example',
    chat_invite_url: null,
    hue: null,
    logo: null,
    public_file: null,
    bar_width: null,
  };

  it('is not to be changed in the browser, which says where', async () => {
    const settings = createFixedSettings(parseConfig({ FORUM_URL: 'https://forum.example' }));
    const api = createApi({
      config: parseConfig({}),
      settings,
      league: cast.own.league,
      resolveContext: async () => ({
        database: cast.own.database,
        viewer: cast.people['site admin'],
        locale: 'en',
        zone: 'UTC',
        now: cast.own.league.now(),
      }),
      log: { error: (entry: unknown) => cast.own.failures.push(entry), warn: () => undefined },
    });
    const change = async (body: object) => {
      const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000' };
      const text = JSON.stringify({ command_id: randomUUID(), ...body });
      const url = 'http://localhost:3000/settings';
      const answer = await api.fetch(new Request(url, { method: 'POST', headers, body: text }));
      return answer.json();
    };
    const refused = { code: 'set_by_environment', params: { variable: 'FORUM_URL' } };
    for (const forum_url of ['https://other.example', null]) {
      expect(await change({ forum_url })).toEqual({ error: { ...refused, field: 'forum_url' } });
    }
    expect(await change({ name: 'Theirs' })).toEqual({ data: {} });
  });

  it('wins over what was set', () => {
    const config = parseConfig({ LEAGUE_NAME: 'Theirs', LEAGUE_TITLE_SUFFIX: '' });
    const { leagueName, titleSuffix, forumUrl } = toSettings(row, config);
    expect([leagueName, titleSuffix, forumUrl]).toEqual(['Theirs', '', 'https://ours.example']);
    expect(toSettings(row, parseConfig({})).titleSuffix).toBe(' Cup');
  });
});
