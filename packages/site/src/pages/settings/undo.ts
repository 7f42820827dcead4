import type { SettingsFields } from './data.ts';
import type { SettingsPart } from './fields.ts';

const toKey = (part: SettingsPart) => `muster-settings-${part}`;

/** Keeps over the reload what a part was before it was saved; null after it was taken back. */
export function keepUndo(part: SettingsPart, former: Partial<SettingsFields> | null): void {
  sessionStorage.setItem(toKey(part), JSON.stringify(former));
}

/** What was kept, once: null after taking back, undefined where nothing was saved just before. */
export function takeUndo(part: SettingsPart): Partial<SettingsFields> | null | undefined {
  const text = sessionStorage.getItem(toKey(part));
  sessionStorage.removeItem(toKey(part));
  // It is what `keepUndo` wrote.
  return text === null ? undefined : (JSON.parse(text) as Partial<SettingsFields> | null);
}
