import type { SettingsFields } from './data.ts';

/** The parts of the form, each saved by itself. */
export const settingsParts = ['name', 'logo', 'look', 'languages', 'addresses', 'file'] as const;
export type SettingsPart = (typeof settingsParts)[number];

export const fieldsOfPart: Readonly<Record<SettingsPart, readonly (keyof SettingsFields)[]>> = {
  name: ['name', 'title_suffix', 'footer_line', 'footer_year'],
  logo: ['logo'],
  look: ['hue'],
  languages: ['locales', 'zone'],
  addresses: ['forum_url', 'chat_invite_url'],
  file: ['public_file'],
};

/** What a form's field says of a setting: nothing typed leaves it as it ships. */
export function readField(
  field: keyof SettingsFields,
  form: FormData,
): SettingsFields[keyof SettingsFields] {
  if (field === 'locales') {
    const offered = form.getAll('locales').map(String);
    const first = String(form.get('default_locale') ?? '');
    return offered.includes(first) ? [first, ...offered.filter((code) => code !== first)] : offered;
  }
  const text = String(form.get(field) ?? '');
  if (field === 'title_suffix') {
    // It follows the name after a space, which nobody should have to type; nothing typed means no suffix.
    return text.trim() === '' ? '' : ` ${text.trim()}`;
  }
  if (field === 'public_file') {
    return text === 'yes';
  }
  if (text.trim() === '') {
    return null;
  }
  return field === 'footer_year' || field === 'hue' ? Number(text) : text.trim();
}

/** The settings of a part that a form changes. */
export function listChanged(
  part: SettingsPart,
  { form, held }: { form: FormData; held: SettingsFields },
): Partial<SettingsFields> {
  const changed = fieldsOfPart[part].flatMap((field) => {
    if (!form.has(field) && field !== 'locales') {
      return [];
    }
    const value = readField(field, form);
    return JSON.stringify(value) === JSON.stringify(held[field]) ? [] : [[field, value]];
  });
  return Object.fromEntries(changed);
}
