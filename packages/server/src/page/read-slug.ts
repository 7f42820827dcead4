/** An address word that an address asks for by name; null for whatever no thing of the league can have. */
export function readSlug(url: URL, name: string): string | null {
  const slug = url.searchParams.get(name) ?? '';
  return /^[a-z0-9-]{1,80}$/.test(slug) ? slug : null;
}
