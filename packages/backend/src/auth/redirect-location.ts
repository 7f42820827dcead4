/** An address with parameters added to its query, and its fragment replaced if one is given. */
export function toLocation(
  address: string,
  input: { query?: Record<string, string>; hash?: Record<string, string> },
): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(input.query ?? {})) url.searchParams.set(name, value);
  if (input.hash !== undefined) url.hash = new URLSearchParams(input.hash).toString();
  return url.href;
}
