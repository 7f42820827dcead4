import type { EntryName } from './entry-name.ts';

/** The name of an entry, which leads to its team or person while there is one. */
export function EntryLink({ of }: { of: Pick<EntryName, 'name' | 'href'> }) {
  return of.href === null ? <b>{of.name}</b> : <a href={of.href}>{of.name}</a>;
}
