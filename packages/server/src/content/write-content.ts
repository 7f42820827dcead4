import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'smol-toml';
import { type Content, contentKinds, type Kind, kindNames } from './content-kinds.ts';

type Thing = Content[Kind][number];

/** What stands in a thing's data file: instants as TOML has them, and nothing that is not there. */
function toData(thing: Thing, texts: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(thing).filter(
    ([field, value]) => field !== 'slug' && value !== null && !texts.includes(field),
  );
  return Object.fromEntries(
    entries.map(([field, value]) => [field, field.endsWith('_at') ? new Date(value) : value]),
  );
}

function writeThing(folder: string, kind: Kind, thing: Thing): void {
  const { file, texts, body } = contentKinds[kind];
  const path = join(folder, kind, thing.slug);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, file), stringify(toData(thing, [...texts, body])));
  const translated = thing as unknown as Record<string, Record<string, string>>;
  const locales = new Set([...texts, body].flatMap((name) => Object.keys(translated[name] ?? {})));
  for (const locale of locales) {
    const written = texts.filter((name) => translated[name]?.[locale] !== undefined);
    const short = Object.fromEntries(written.map((name) => [name, translated[name]?.[locale]]));
    const head = written.length === 0 ? '' : `+++\n${stringify(short)}+++\n\n`;
    writeFileSync(
      join(path, `${locale}.md`),
      `${head}${translated[body]?.[locale]?.trim() ?? ''}\n`,
    );
  }
}

/** Writes a folder of content as `readContent` reads it; what is there already and bears the same name is written over. */
export function writeContent(folder: string, content: Content): void {
  mkdirSync(folder, { recursive: true });
  for (const kind of kindNames) {
    for (const thing of content[kind]) {
      writeThing(folder, kind, thing);
    }
  }
  writeFileSync(join(folder, 'menus.toml'), stringify(content.menus));
}
