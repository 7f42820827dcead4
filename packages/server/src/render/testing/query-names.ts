import { readdirSync, readFileSync } from 'node:fs';

/** The names that loaders of pages read behind the question mark of an address, each once and in order. */
export function listQueryNames(): string[] {
  const folder = new URL('../../', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (path) => path.endsWith('.ts') && !/\.test\.|\btesting\/|^(dev|mail|render)\//.test(path),
    )
    .concat('render/page-answer.ts')
    .map((path) => readFileSync(new URL(path, folder), 'utf8'));
  const read = sources.flatMap((text) => [
    ...text.matchAll(
      /searchParams\.(?:get|has)\('(\w+)'\)|(?:readPlace|readSlug|readWord)\((?:input\.)?url, '(\w+)'/g,
    ),
  ]);
  const choices = sources.flatMap((text) => [...text.matchAll(/readChoice\(url, '(\w+)'\)/g)]);
  return [
    ...new Set([
      ...read.flatMap(([, one, other]) => one ?? other ?? []),
      ...choices.flatMap(([, name]) => [String(name), `${name}_words`]),
    ]),
  ].sort();
}
