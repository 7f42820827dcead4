import type { PageDataByName } from '@muster/site';
import { withDifferences } from '@muster/site/public-file/differences.ts';
import type { FilePage } from '@muster/site/public-file/file-pages.ts';
import type { Findable, FindableKind, KeptPage } from '@muster/site/public-file/given.ts';

interface Naming<Name extends FilePage> {
  kind: FindableKind;
  toNames: (data: PageDataByName[Name]) => string[];
}

/** The pages that are found by what they are about, and what that is called on them. */
const naming: { readonly [Name in FilePage]?: Naming<Name> } = {
  team: { kind: 'team', toNames: ({ name, tag }) => [name, tag] },
  profile: { kind: 'person', toNames: ({ username }) => [username] },
  ladder: { kind: 'ladder', toNames: ({ ladder }) => [ladder.name] },
  game: { kind: 'game', toNames: ({ name }) => [name] },
  article: { kind: 'article', toNames: ({ title }) => [title] },
  archive: { kind: 'archive', toNames: ({ title }) => [title] },
};

/** Gathers what may be looked for from the pages that the file keeps: what no page shows is not found either. */
export function listNames() {
  const all: Findable[] = [];
  return {
    all,
    take(page: FilePage, address: string, { data, words = {} }: KeptPage): void {
      // The data are what this page's own loader gave.
      const named = naming[page] as
        | { kind: FindableKind; toNames: (data: unknown) => string[] }
        | undefined;
      if (named === undefined || address.includes('?')) {
        return;
      }
      const versions = [data, ...Object.values(words).map((own) => withDifferences(data, own))];
      const names = new Set(versions.flatMap((version) => named.toNames(version)));
      all.push([named.kind, [...names].filter((name) => name !== ''), address]);
    },
  };
}
