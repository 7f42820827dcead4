import { expect, it } from 'vitest';
import type { SettingsFields } from './data.ts';
import { fieldsOfPart, listChanged, readField } from './fields.ts';

const held: SettingsFields = {
  ...{ name: 'Muster', title_suffix: ' of Tanks', footer_line: null, footer_year: 2020 },
  ...{ locales: ['fi', 'en'], zone: 'UTC', forum_url: null, chat_invite_url: null },
  ...{ hue: 25, logo: null, public_file: true },
};

function toForm(given: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(given)) {
    for (const value of [values].flat()) {
      form.append(name, value);
    }
  }
  return form;
}

it.each<[string, keyof SettingsFields, Record<string, string | string[]>, unknown]>([
  ['a name without the spaces around it', 'name', { name: ' Muster ' }, 'Muster'],
  ['nothing typed: as it ships', 'name', { name: '  ' }, null],
  [
    'what follows the name, after a space',
    'title_suffix',
    { title_suffix: ' of Tanks ' },
    ' of Tanks',
  ],
  ['nothing after it', 'title_suffix', { title_suffix: ' ' }, ''],
  ['a year', 'footer_year', { footer_year: '2020' }, 2020],
  ['no year', 'footer_year', { footer_year: '' }, null],
  ['a hue', 'hue', { hue: '0' }, 0],
  ['a public file', 'public_file', { public_file: 'yes' }, true],
  ['none', 'public_file', { public_file: 'no' }, false],
  [
    'languages, the first one first',
    'locales',
    { locales: ['en', 'fi', 'de'], default_locale: 'fi' },
    ['fi', 'en', 'de'],
  ],
  [
    'languages whose first one is not offered any more',
    'locales',
    { locales: ['en', 'de'], default_locale: 'fi' },
    ['en', 'de'],
  ],
  ['no language', 'locales', {}, []],
])('a form says %s', (_what, field, given, value) => {
  expect(readField(field, toForm(given))).toEqual(value);
});

it('changes what is another than it was, and nothing that the form has not', () => {
  const change = (part: keyof typeof fieldsOfPart, given: Record<string, string | string[]>) =>
    listChanged(part, { form: toForm(given), held });
  const same = { name: 'Muster', title_suffix: 'of Tanks', footer_line: '', footer_year: '2020' };
  expect(change('name', same)).toEqual({});
  expect(change('name', { ...same, footer_year: '' })).toEqual({ footer_year: null });
  expect(change('name', { name: 'Other' })).toEqual({ name: 'Other' });
  expect(change('name', { name: 'Other', hue: '1' })).toEqual({ name: 'Other' });
  expect(change('languages', { default_locale: 'fi' })).toEqual({ locales: [] });
  expect(change('languages', { locales: ['en', 'fi'], default_locale: 'fi' })).toEqual({});
});

it('has each field in one part', () => {
  const fields = Object.values(fieldsOfPart).flat();
  expect(fields.toSorted()).toEqual(Object.keys(held).toSorted());
});
