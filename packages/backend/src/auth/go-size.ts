const powers = ['', 'k', 'm', 'g', 't', 'p'];

/**
 * A size as Supabase's tool reads it, in bytes: `50MiB`, `50MB` and `50m` are the same there, each step 1,024 times the
 * one before. Null for anything else.
 */
export function parseGoSize(text: string): number | null {
  const [, figure, unit = ''] = /^(\d{1,15}(?:\.\d{1,9})?) ?([kmgtp]?)(?:i?b)?$/i.exec(text) ?? [];
  return figure === undefined
    ? null
    : Math.floor(Number(figure) * 1024 ** powers.indexOf(unit.toLowerCase()));
}
