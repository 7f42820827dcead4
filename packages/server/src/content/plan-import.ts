import { listChanges } from '../engine/audit.ts';
import { type Content, contentKinds, type Kind, kindNames } from './content-kinds.ts';
import { toServerSlug } from './league-content.ts';
import type { NamedContent } from './read-content.ts';

type Fields = Readonly<Record<string, unknown>>;
type Menu = keyof Content['menus'];

/** What an import does to one thing. */
export interface ImportStep {
  kind: Kind;
  slug: string;
  isNew: boolean;
  /** The fields that change, as they are and as they will be; a text's with its language, as `body.pt`. */
  changes: ReturnType<typeof listChanges>;
  /** The whole thing as it will be. */
  after: Fields;
}

export interface ImportPlan {
  steps: ImportStep[];
  /** The lists of the bar that become others. */
  menus: Menu[];
  /** The pictures that are drawn anew, a line each. */
  pictures: string[];
  /** What the files say and an import does not do, a line each. */
  notes: string[];
}

const toFields = (thing: object): Fields => Object.fromEntries(Object.entries(thing));
const isTexts = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** The thing as it will be: only what the files name becomes another, a text only in the languages that they have. */
function merge(kind: Kind, current: Fields, given: Fields, named: ReadonlySet<string>): Fields {
  const { texts, body } = contentKinds[kind];
  const merged: Record<string, unknown> = { ...current };
  for (const field of [...texts, body]) {
    const own = [current[field], given[field]].filter(isTexts);
    merged[field] = Object.assign({}, ...own);
  }
  merged[body] = keepSame(current[body], merged[body]);
  for (const field of named) {
    merged[field] = given[field];
  }
  return merged;
}

/** Files hold a text without the blank lines around it: one that differs in those alone stays as it is. */
function keepSame(current: unknown, merged: unknown): unknown {
  if (!isTexts(current) || !isTexts(merged)) {
    return merged;
  }
  const toPlain = (text: unknown) => String(text).replaceAll('\r\n', '\n').trim();
  return Object.fromEntries(
    Object.entries(merged).map(([locale, text]) => {
      const own = current[locale];
      return [locale, own !== undefined && toPlain(own) === toPlain(text) ? own : text];
    }),
  );
}

/** A thing's fields with its texts apart by language, so that a change says which. */
function spread(kind: Kind, thing: Fields): Fields {
  const { texts, body } = contentKinds[kind];
  const names: readonly string[] = [...texts, body];
  return Object.fromEntries(
    Object.entries(thing).flatMap(([field, value]) =>
      names.includes(field) && isTexts(value)
        ? Object.entries(value).map(([locale, text]) => [`${field}.${locale}`, text])
        : [[field, value]],
    ),
  );
}

/** Two values are one where they hold the same, in whatever order a file has their fields. */
function sort(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sort);
  }
  return isTexts(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([field, inner]) => [field, sort(inner)]),
      )
    : value;
}

const toSorted = (thing: Fields): Fields => toFields(sort(thing) as object);

function planThing(
  kind: Kind,
  given: Fields & { slug: string },
  current: Fields | undefined,
  named: ReadonlySet<string>,
): ImportStep {
  const before = toSorted(spread(kind, current ?? {}));
  const after = current === undefined ? given : merge(kind, current, given, named);
  const changes = listChanges(before, toSorted(spread(kind, after)));
  return { kind, slug: given.slug, isNew: current === undefined, changes, after };
}

/** Rules are a matter of competition: a ladder's season has them, and its admins change them for the next. */
function leaveRules(step: ImportStep, notes: string[]): ImportStep {
  const { rules, ...changes } = step.changes;
  if (step.kind !== 'ladders' || step.isNew || rules === undefined) {
    return step;
  }
  notes.push(
    `ladders/${step.slug}: rules stay as they are; its admins change them for the next season`,
  );
  return { ...step, changes };
}

/** The revisions of a text were made of its original: which language that is stays. */
function leaveOriginal(step: ImportStep, notes: string[]): ImportStep {
  const { original_locale, ...changes } = step.changes;
  if (step.isNew || original_locale === undefined) {
    return step;
  }
  notes.push(
    `${step.kind}/${step.slug}: its original stays the one that its translations were made of`,
  );
  return { ...step, changes };
}

/** The files with servers named as the league names them, whatever their folders are called. */
function nameServers({ content, named, ...files }: NamedContent): NamedContent {
  const renamed = new Map(named);
  const servers = content.servers.map((server) => {
    const slug = toServerSlug(server);
    renamed.set(`servers/${slug}`, named.get(`servers/${server.slug}`) ?? new Set());
    return { ...server, slug };
  });
  return { ...files, content: { ...content, servers }, named: renamed };
}

/** Compares files with what a league has: what an import of them would change. Nothing that they do not name. */
export function planImport(
  files: NamedContent,
  league: Content,
  pictures: string[] = [],
): ImportPlan {
  const { content, named } = nameServers(files);
  const notes: string[] = [];
  const steps = kindNames.flatMap((kind) => {
    const current = new Map(league[kind].map((thing) => [thing.slug, toFields(thing)]));
    return content[kind].map((thing) =>
      planThing(
        kind,
        { ...toFields(thing), slug: thing.slug },
        current.get(thing.slug),
        named.get(`${kind}/${thing.slug}`) ?? new Set(),
      ),
    );
  });
  const menuNames: Menu[] = ['casual', 'competitions', 'servers'];
  const menus = menuNames.filter(
    (name) =>
      named.get('menus')?.has(name) === true &&
      JSON.stringify(sort(content.menus[name])) !== JSON.stringify(sort(league.menus[name])),
  );
  const left = steps.map((step) => leaveOriginal(leaveRules(step, notes), notes));
  const changed = left.filter(({ changes }) => Object.keys(changes).length > 0);
  return { steps: changed, menus, pictures, notes };
}

/** A line for each thing that an import changes, and what it leaves. */
export function describeImport({ steps, menus, pictures, notes }: ImportPlan): string[] {
  return [
    ...steps.map(({ kind, slug, isNew, changes }) =>
      isNew ? `${kind}/${slug}: new` : `${kind}/${slug}: ${Object.keys(changes).join(', ')}`,
    ),
    ...menus.map((name) => `menus.toml: ${name}`),
    ...pictures,
    ...notes,
  ];
}
