/**
 * Whether an address from outside is a path of this site, as browsers write them: one slash, then printable ASCII. `//` and
 * `/\` name another host; so would a tab or a line end between two slashes, which browsers take out before they read an
 * address (https://url.spec.whatwg.org/#concept-basic-url-parser), and no header holds what is beyond Latin-1.
 */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])[!-~]*$/.test(path);
}
