import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLocaleCode } from '@muster/site';
import { parse, TomlError } from 'smol-toml';
import * as v from 'valibot';
import { checkContent } from './check-content.ts';
import { ContentError } from './content-error.ts';
import { type Content, contentKinds, type Kind, menusSchema } from './content-kinds.ts';
import { listPictureFiles, type PictureFiles } from './picture-files.ts';

/** One thing as its files have it, before anything is known of it. */
type Raw = Record<string, unknown>;

const shorten = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

function describeIssue(issue: v.BaseIssue<unknown>, field: string): string {
  if (issue.expected === 'never') {
    return `${field} is no field of it`;
  }
  if (issue.input === undefined) {
    return `${field} is missing`;
  }
  const takes = issue.kind === 'schema' ? issue.expected : issue.message;
  return `${field} is ${shorten(issue.received)}; it takes ${takes}`;
}

/** Reads the files of one folder; what is wrong with one is said by its path, which begins as the folder was given. */
class Folder {
  readonly #path: string;
  /** The fields of each data file, by `{kind}/{slug}`, and the lists of `menus`. */
  readonly named = new Map<string, ReadonlySet<string>>();

  constructor(path: string) {
    this.#path = path;
  }

  /** @throws ContentError */
  refuse(file: string, mistake: string): never {
    throw new ContentError(`${file}: ${mistake}`);
  }

  #readText(file: string): string {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      this.refuse(file, 'is missing');
    }
  }

  #parseToml(file: string, text: string, firstLine = 1): Raw {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof TomlError)) {
        throw error;
      }
      const [what = ''] = error.message.split('\n');
      const line = error.line + firstLine - 1;
      this.refuse(`${file}:${line}`, what.replace('Invalid TOML document: ', ''));
    }
  }

  readToml(file: string): Raw {
    return this.#parseToml(file, this.#readText(file));
  }

  /** The short texts between two lines `+++`, and the Markdown below them. */
  #readMarkdown(file: string): { texts: Raw; body: string } {
    const text = this.#readText(file).replaceAll('\r\n', '\n');
    const [, above = '', head = '', body = text] =
      /^(.*?)^\+\+\+\n(.*?)^\+\+\+\n(.*)$/ms.exec(text) ?? [];
    if (above.trim() !== '') {
      this.refuse(file, 'has text above its first +++');
    }
    return { texts: this.#parseToml(file, head, 2), body: body.trim() };
  }

  #readTexts(kind: Kind, path: string): Raw {
    const { texts: names, body } = contentKinds[kind];
    const known: readonly string[] = names;
    const translated: Record<string, Raw> = Object.fromEntries(
      [...names, body].map((name) => [name, {}]),
    );
    for (const name of readdirSync(path).filter((entry) => entry.endsWith('.md'))) {
      const file = join(path, name);
      const locale = name.slice(0, -'.md'.length);
      if (!isLocaleCode(locale)) {
        this.refuse(file, 'is no language of the site');
      }
      const { texts, body: long } = this.#readMarkdown(file);
      const unknown = Object.keys(texts).find((field) => !known.includes(field));
      if (unknown !== undefined) {
        this.refuse(file, `${unknown} is no field of it`);
      }
      const written = long === '' ? texts : { ...texts, [body]: long };
      for (const [field, value] of Object.entries(written)) {
        translated[field] = { ...translated[field], [locale]: value };
      }
    }
    return translated;
  }

  /** The file and the field that a fault is to be looked for in. */
  #find(kind: Kind, path: string, issue: v.BaseIssue<unknown>): [file: string, field: string] {
    const { file, texts, body } = contentKinds[kind];
    const [first, second] = (issue.path ?? []).map(({ key }) => String(key));
    const isText = [...texts, body].some((name) => name === first);
    if (isText && second !== undefined) {
      return [join(path, `${second}.md`), first === body ? 'the text' : String(first)];
    }
    return [join(path, file), v.getDotPath(issue) ?? 'it'];
  }

  #readThing<Name extends Kind>(kind: Name, path: string, slug: string): Content[Name][number] {
    const { file, schema } = contentKinds[kind];
    const data = this.readToml(join(path, file));
    this.named.set(`${kind}/${slug}`, new Set(Object.keys(data)));
    const raw = { ...data, slug, ...this.#readTexts(kind, path) };
    const parsed = v.safeParse(schema, raw);
    if (!parsed.success) {
      const [at, field] = this.#find(kind, path, parsed.issues[0]);
      this.refuse(at, describeIssue(parsed.issues[0], field));
    }
    return parsed.output;
  }

  readThings<Name extends Kind>(kind: Name): Content[Name][number][] {
    const path = join(this.#path, kind);
    if (!existsSync(path)) {
      return [];
    }
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => this.#readThing(kind, join(path, name), name));
  }

  readMenus(): Content['menus'] {
    const file = join(this.#path, 'menus.toml');
    const data = existsSync(file) ? this.readToml(file) : {};
    this.named.set('menus', new Set(Object.keys(data)));
    const parsed = v.safeParse(menusSchema, data);
    if (!parsed.success) {
      const [issue] = parsed.issues;
      this.refuse(file, describeIssue(issue, v.getDotPath(issue) ?? 'it'));
    }
    return parsed.output;
  }
}

const byPosition = (one: { position: number }, other: { position: number }) =>
  one.position - other.position;

/** Content with the fields that its files name, by `{kind}/{slug}`; those of `menus` are its lists. */
export interface NamedContent {
  content: Content;
  /** Of which none is read yet. */
  pictures: PictureFiles;
  named: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Reads a folder of content: games, ladders, articles, pages, archives, servers and menus, each thing in a folder of its own.
 * A kind that is missing is empty.
 * @throws ContentError with one line that names the file, the field and what it takes.
 */
export function readNamedContent(path: string): NamedContent {
  const folder = new Folder(path);
  if (!existsSync(path)) {
    folder.refuse(path, 'is missing');
  }
  const content: Content = {
    games: folder.readThings('games').sort(byPosition),
    ladders: folder.readThings('ladders').sort(byPosition),
    articles: folder.readThings('articles'),
    pages: folder.readThings('pages'),
    archives: folder.readThings('archives'),
    servers: folder.readThings('servers').sort(byPosition),
    menus: folder.readMenus(),
  };
  checkContent(content, (file, mistake) => folder.refuse(join(path, file), mistake));
  return { content, named: folder.named, pictures: listPictureFiles(path) };
}

/**
 * The content of a folder.
 * @throws ContentError as `readNamedContent`
 */
export function readContent(path: string): Content {
  return readNamedContent(path).content;
}
