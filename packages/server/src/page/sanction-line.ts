import type { LocaleCode } from '@muster/site';
import { toTimeWords } from '../notice/words.ts';
import { getTranslator } from '../translate.ts';

/** How much of the reason stands on every page; the rest is on one's own standing. */
const reasonLength = 100;

/** The hardest sanction that holds against somebody now. */
export interface PresentSanction {
  kind: string;
  /** Null: for good. */
  until: string | null;
  /** Null: the whole site. */
  ladder: string | null;
  /** Its first words; null once its writer is forgotten. */
  reason: string | null;
}

/** Whether somebody's offices rest: while they are suspended or banned on the whole site. */
export const isBarred = (sanction: PresentSanction | null | undefined): boolean =>
  sanction != null && sanction.ladder === null && sanction.kind !== 'mute';

/** What nobody need offer somebody whom a sanction holds everywhere: acting at all, or speaking. */
export function toHeld(sanction: PresentSanction | null): 'barred' | 'muted' | undefined {
  if (sanction === null || sanction.ladder !== null) {
    return undefined;
  }
  return isBarred(sanction) ? 'barred' : 'muted';
}

/** What a sanctioned person reads on every page, in their language and their zone. */
export function toSanctionLine(
  { kind, until, ladder, reason }: PresentSanction,
  locale: LocaleCode,
  zone: string,
): string {
  return getTranslator(locale, 'notices')('line', {
    sanction: kind,
    place: ladder === null ? 'site' : 'ladder',
    ladder: ladder ?? '',
    end: until === null ? 'none' : 'some',
    until: until === null ? '' : toTimeWords(until, locale, zone),
    why: reason === null ? 'none' : 'some',
    reason: reason ?? '',
  });
}

/** SQL: a person's hardest sanction now, as a `PresentSanction`; a strike holds nobody back. Both are places in a statement. */
export const toPresentSanctionSql = ({ person, now }: Record<'person' | 'now', string>) => `
  (select json_build_object('kind', s.kind, 'until', s.ends_at, 'ladder', l.name, 'reason', left(x.text, ${reasonLength}))
    from public.sanctions s left join public.ladders l on l.id = s.ladder_id
    left join private.event_texts x on x.id = s.text_id
    where s.person_id = ${person} and not s.is_lifted and s.kind <> 'strike'
      and s.starts_at <= ${now} and (s.ends_at is null or s.ends_at > ${now})
    order by s.ladder_id is not null, s.kind = 'mute', s.ends_at desc nulls first limit 1)`;
