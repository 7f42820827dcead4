import type { LocaleCode } from '@muster/site';
import { toReasonKey } from '@muster/site/pages/me/matter-keys.ts';
import type { ChannelFacts, ChannelKind } from '@muster/site/pages/notices/channel-kinds.ts';
import { toTimeWords } from '../notice/words.ts';
import { getTranslator } from '../translate.ts';

/** A message as the chat platform takes it. */
export interface ChannelMessage {
  embeds: { title: string; url: string; description: string; color: number }[];
  /** Names of teams can look like a call to everybody; nobody is called. */
  allowed_mentions: { parse: [] };
}

interface NewsInput {
  kind: ChannelKind;
  facts: ChannelFacts;
  matchId: string | null;
  ladder: { slug: string; name: string };
  locale: LocaleCode;
  zone: string;
  siteUrl: string;
}

const barColour = 0x641114;
const longestTitle = 256;
const longestDescription = 4096;

/** What the platform would read as its own marks stays what it is. */
function escapeMarks(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<@:-]/g, '\\$&');
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** By when somebody is to act and what becomes of it then, as their own pages say it. */
function toAskedLines(
  { by, act, otherwise }: ChannelFacts,
  locale: LocaleCode,
  zone: string,
): string[] {
  if (by === undefined) {
    return [];
  }
  const time = () => toTimeWords(by, locale, zone);
  if (act === undefined) {
    return [getTranslator(locale, 'notices').markup('times.by', { time })];
  }
  const key = toReasonKey({ kind: act, otherwise: otherwise ?? null });
  return [getTranslator(locale, 'next-step').markup(key, { time })];
}

/** Says the news in the channel's language, with the time in its zone, and leads to the page. */
export function toChannelMessage(input: NewsInput): ChannelMessage {
  const { kind, facts, matchId, ladder, locale, zone, siteUrl } = input;
  const t = getTranslator(locale, 'mail');
  const times = getTranslator(locale, 'notices');
  const { challenger = '', defender = '', winner = 'draw', starts_at } = facts;
  const title = t(`channel.${kind}`, {
    challenger: escapeMarks(challenger),
    defender: escapeMarks(defender),
    ladder: escapeMarks(ladder.name),
    winner,
  });
  const lines = [
    ...(kind.startsWith('season') ? [] : [escapeMarks(ladder.name)]),
    ...toAskedLines(facts, locale, zone),
    ...(starts_at === undefined
      ? []
      : [times.markup('times.starts', { time: () => toTimeWords(starts_at, locale, zone) })]),
  ];
  const path = matchId === null ? `/ladders/${ladder.slug}` : `/matches/${matchId}`;
  return {
    embeds: [
      {
        title: cut(title, longestTitle),
        url: new URL(path, siteUrl).href,
        description: cut(lines.join('\n'), longestDescription),
        color: barColour,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}
