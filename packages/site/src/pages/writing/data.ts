import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead, Translate } from '../../page-head.ts';

/** The kinds of things whose texts people in office write. */
export type WritingKind = 'articles' | 'pages' | 'games' | 'ladders';

/** Texts of one language, by field; a field that is empty is not there. */
export type Texts = Record<string, string>;

/** What somebody writes, and the revision that they began from. */
export interface Draft {
  texts: Texts;
  revision: number;
}

/** One language of a thing, at its newest revision. */
export interface WritingLanguage {
  locale: LocaleCode;
  revision: number;
  at: string;
  /** Null for what was laid or imported. */
  by: string | null;
  /** Whether it renders an older original, and how many revisions of that came since. */
  is_stale: boolean;
  behind: number;
}

/** Somebody who has the texts open now. */
export interface WritingReader {
  person: string;
  username: string;
  locale: string;
  since: string;
}

/** What an article belongs to, by address word and name, and who is named below it. */
export interface ArticlePlace {
  game: { slug: string; name: string } | null;
  ladder: { slug: string; name: string } | null;
  author: string | null;
}

/** What /admins/writing/:kind/:slug is given. */
export interface WritingData {
  kind: WritingKind;
  slug: string;
  /** A game's or a ladder's own; the address word of what is named by its title. */
  name: string;
  /** Where readers find it. */
  path: string;
  /** The language that is edited, by `?locale=`; the original's where none is named, one's own where nothing is written. */
  locale: LocaleCode;
  original_locale: LocaleCode;
  languages: WritingLanguage[];
  /** The newest of this language; empty where there is none. */
  texts: Texts;
  /** For a translation: the newest original, and the one that the translation renders. */
  original: { revision: number; texts: Texts; since: Texts | null } | null;
  /** The last revision in any language. */
  revision: number;
  /** What this person has written of this language and not saved. */
  draft: { texts: Texts; revision: number; at: string; version: string } | null;
  published_at: string | null;
  is_published: boolean;
  open: WritingReader[];
  /** A newer text that ships, where the laid one was changed. */
  offered: { texts: Texts } | null;
  /** Characters by field. */
  limits: Record<string, number>;
  may_publish: boolean;
  /** Null for what is no article, or not made yet. */
  place: ArticlePlace | null;
  /** Among which its ladder is chosen by whoever is no editor; null where any will do, or none. */
  own_ladders: { slug: string; name: string }[] | null;
}

/** A thing in the list of what may be written. */
export interface WritingThing {
  kind: WritingKind;
  slug: string;
  /** In the viewer's language where there is one; empty where nothing is written. */
  title: string;
  languages: LocaleCode[];
  /** How many translations render an older original. */
  stale: number;
  /** Articles alone have one. */
  published_at: string | null;
  /** When this person last wrote on a draft of it. */
  draft_at: string | null;
  /** Who else has it open, by name. */
  open: string[];
}

/** What /admins/writing is given. */
export interface WritingListData {
  things: WritingThing[];
  /** This person's drafts of articles that are not made yet. */
  new_drafts: { slug: string; title: string; at: string }[];
  /** Those of which this person may write anything. */
  kinds: WritingKind[];
  kind: WritingKind | null;
  query: string;
  total: number;
  from: number;
  limit: number;
}

/** The fields of each kind, in the order in which they are read. */
export const fieldsOfKind = {
  articles: ['title', 'summary', 'body'],
  pages: ['title', 'summary', 'body'],
  games: ['tagline', 'about'],
  ladders: ['summary', 'description'],
} as const;

export type WritingField = (typeof fieldsOfKind)[WritingKind][number];

/** The field of a kind that is Markdown. */
export const toMarkdownField = (kind: WritingKind): WritingField =>
  kind === 'games' ? 'about' : kind === 'ladders' ? 'description' : 'body';

/** A text's page bears its name as well. */
export const toWritingHead = (
  data: WritingData | WritingListData,
  translate: Translate,
): PageHead => {
  const title = translate('writing.title');
  return {
    title: 'texts' in data ? `${title}: ${data.texts.title || data.name}` : title,
    isPrivate: true,
  };
};
