/** The pages of content that the league has; their addresses are `/{slug}`. */
export const pageSlugs = ['about', 'conduct', 'privacy', 'terms', 'imprint'] as const;

export type PageSlug = (typeof pageSlugs)[number];

export const isPageSlug = (slug: string): slug is PageSlug =>
  (pageSlugs as readonly string[]).includes(slug);
