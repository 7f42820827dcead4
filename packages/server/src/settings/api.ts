import { isZone } from '@muster/league';
import { locales } from '@muster/site';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { refuse } from '../engine/refusal.ts';
import { type ApiParts, mountCommand } from '../http/command-route.ts';
import { requireSiteAdmin } from '../http/office.ts';
import type { SettingsRow, SetVariables } from '../page/settings.ts';
import { requireKeptLogo } from './kept-logos.ts';
import { saveSettings } from './save-settings.ts';

const line = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest), v.regex(/^[^\p{Cc}]*$/u));
const address = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(500),
  v.regex(/^https?:\/\//),
  v.check((text) => URL.canParse(text), 'address'),
);
const offered = v.pipe(
  v.array(v.picklist(locales.map(({ code }) => code))),
  v.minLength(1),
  v.check((codes) => new Set(codes).size === codes.length, 'unique'),
);

/** Each field is set, or left as it ships by null. */
const schema = v.object({
  name: v.optional(v.nullable(line(60))),
  // Its space in front is part of it.
  title_suffix: v.optional(
    v.nullable(v.pipe(v.string(), v.maxLength(40), v.regex(/^[^\p{Cc}]*$/u))),
  ),
  footer_line: v.optional(v.nullable(line(200))),
  footer_year: v.optional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1970), v.maxValue(9999))),
  ),
  locales: v.optional(v.nullable(offered)),
  zone: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(60), v.check(isZone, 'zone')))),
  forum_url: v.optional(v.nullable(address)),
  chat_invite_url: v.optional(v.nullable(address)),
  hue: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(359)))),
  /** One of those that were uploaded last. */
  logo: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/)))),
  public_file: v.optional(v.nullable(v.boolean())),
});

/** A field that a variable sets is not changed here: it would not hold. */
function requireUnset(body: object, variables: SetVariables): void {
  for (const [field, variable] of Object.entries(variables)) {
    if (field in body) {
      refuse({ code: 'set_by_environment', params: { variable }, field });
    }
  }
}

/** What the league is called, speaks and leads to: set by its site admins. */
export function mountSettings(api: Hono, parts: ApiParts): void {
  mountCommand(api, parts, {
    method: 'POST',
    path: '/settings',
    schema,
    async work(unit, { body }) {
      await requireSiteAdmin(unit);
      requireUnset(body, parts.settings.variables);
      await requireKeptLogo(unit.transaction, body.logo ?? null);
      await saveSettings(unit, body as Partial<SettingsRow>);
      return {};
    },
    after: () => parts.settings.refresh(),
  });
}
