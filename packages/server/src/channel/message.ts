import type { LocaleCode } from '@muster/site';
import { toReasonKey } from '@muster/site/pages/me/matter-keys.ts';
import type {
  ChannelAhead,
  ChannelFacts,
  ChannelKind,
} from '@muster/site/pages/notices/channel-kinds.ts';
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
  ahead: ChannelAhead;
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

/** By when somebody is to act and what becomes of it then, as their own pages say it, and when it starts. */
function toAheadLines(
  { asked, starts_at }: ChannelAhead,
  locale: LocaleCode,
  zone: string,
): string[] {
  const lines: string[] = [];
  if (asked !== null) {
    const time = () => toTimeWords(asked.until, locale, zone);
    const key = toReasonKey({ kind: asked.act, otherwise: asked.otherwise });
    lines.push(getTranslator(locale, 'next-step').markup(key, { time }));
  }
  if (starts_at !== null) {
    const time = () => toTimeWords(starts_at, locale, zone);
    lines.push(getTranslator(locale, 'notices').markup('times.starts', { time }));
  }
  return lines;
}

/** Says the news in the channel's language, with the time in its zone, and leads to the page. */
export function toChannelMessage(input: NewsInput): ChannelMessage {
  const { kind, facts, ahead, matchId, ladder, locale, zone, siteUrl } = input;
  const t = getTranslator(locale, 'mail');
  const { challenger = '', defender = '', winner = 'draw' } = facts;
  const title = t(`channel.${kind}`, {
    challenger: escapeMarks(challenger),
    defender: escapeMarks(defender),
    ladder: escapeMarks(ladder.name),
    winner,
  });
  const lines = [
    ...(kind.startsWith('season') ? [] : [escapeMarks(ladder.name)]),
    ...toAheadLines(ahead, locale, zone),
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
