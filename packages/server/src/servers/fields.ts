import { locales } from '@muster/site';
import * as v from 'valibot';
import { line, slug } from '../http/fields.ts';
import { toOneAddress } from '../network-address.ts';
import { withoutDirectionMarks } from '../page/markdown.ts';

export const protocols = ['a2s', 'quake2', 'portal', 'manual'] as const;
export type Protocol = (typeof protocols)[number];

const namePattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*\.?$/;

/** A name or a number, in one way to write it. */
const host = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(300),
  v.toLowerCase(),
  v.transform((text) => toOneAddress(text) ?? text),
  v.check((text) => toOneAddress(text) !== null || namePattern.test(text), 'a name or an address'),
);

const words = (longest: number) => v.pipe(line(longest), v.transform(withoutDirectionMarks));
const note = v.union([
  v.record(v.picklist(locales.map(({ code }) => code)), words(200)),
  // One for all languages.
  v.pipe(
    words(200),
    v.transform((text): Record<string, string> => ({ en: text })),
  ),
]);

const fields = {
  page: slug(60),
  name: words(80),
  protocol: v.picklist(protocols),
};
const others = {
  game: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(40)))),
  host: v.exactOptional(v.nullable(host)),
  port: v.exactOptional(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535))),
  ),
  region: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(40), v.regex(/^[^\p{C}]*$/u))),
  note: v.exactOptional(note),
};

export const newServer = v.object({ ...fields, ...others });
export const editedServer = v.object({
  page: v.exactOptional(fields.page),
  name: v.exactOptional(fields.name),
  protocol: v.exactOptional(fields.protocol),
  ...others,
});

/** A listed server as whoever runs the league enters it. */
export interface ServerFields {
  page: string;
  game: string | null;
  name: string;
  protocol: Protocol;
  /** Where it is asked; both or neither. */
  host: string | null;
  port: number | null;
  region: string;
  note: Record<string, string>;
}
