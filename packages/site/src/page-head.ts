import type { createTranslator } from 'use-intl/core';
import type { EmblemKind } from './emblem/outlines.ts';
import type { Messages } from './intl/messages.ts';

/** What the browser's tab and search engines are told about a page. */
export interface PageHead {
  /** Without the league's name, which is added; null on the home page, which bears only that. */
  title: string | null;
  description?: string;
  /** A page of which programs that read feeds are told where those are. */
  has_feeds?: boolean;
  /** Of what the page is about, for the picture that goes with a link to it; its own picture, if it has one. */
  emblem?: { kind: EmblemKind; name: string; picture?: string | null };
  /** A page that search engines should leave alone. */
  isPrivate?: boolean;
}

/** The translator of one language over all areas: `translate('shell.titles.about')`. */
export type Translate = ReturnType<typeof createTranslator<Messages, never>>;

/** The head of a page whose title is the same whatever it shows. */
export const titled =
  (name: keyof Messages['shell']['titles'], isPrivate = false) =>
  (_data: unknown, translate: Translate): PageHead => ({
    title: translate(`shell.titles.${name}`),
    isPrivate,
  });

/** The same of a page whose title is among its own texts. */
export const titledBy =
  (area: 'export' | 'functions' | 'health' | 'people' | 'settings' | 'setup', isPrivate = false) =>
  (_data: unknown, translate: Translate): PageHead => ({
    title: translate(`${area}.title`),
    isPrivate,
  });
