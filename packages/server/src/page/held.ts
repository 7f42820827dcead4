interface HeldPlaces {
  person: string;
  at: string;
  /** On which they would act; null: on none, so that only what holds everywhere counts. */
  ladder: string | null;
  /** From what they would be kept. */
  from?: 'acting' | 'speaking';
}

const kinds = { acting: `('suspension', 'ban')`, speaking: `('mute', 'suspension', 'ban')` };

/** Whether a sanction keeps somebody from acting, or from speaking: what their commands ask first. All are places in a statement. */
export const toHeldSql = ({ person, at, ladder, from = 'acting' }: HeldPlaces) => `
  exists (select 1 from public.sanctions held
    where held.person_id = ${person} and held.kind in ${kinds[from]} and not held.is_lifted
      and (held.ladder_id is null${ladder === null ? '' : ` or held.ladder_id = ${ladder}`})
      and held.starts_at <= ${at} and (held.ends_at is null or held.ends_at > ${at}))`;
