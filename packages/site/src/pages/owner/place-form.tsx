import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';

interface PlaceFormProps {
  name: string;
  place: number;
  last: number;
  isBusy: boolean;
  onMove: (place: number) => void;
}

/** Takes a row of a long list to a place that another page shows. */
export function PlaceForm({ name, place, last, isBusy, onMove }: PlaceFormProps) {
  const t = useTranslations('owner.order');
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = Number(new FormData(event.currentTarget).get('place'));
    if (Number.isInteger(wanted) && wanted >= 1 && wanted <= last && wanted !== place) {
      onMove(wanted);
    }
  }
  return (
    <form method="post" className="owner-place" onSubmit={submit}>
      <input
        key={place}
        type="number"
        name="place"
        min={1}
        max={last}
        inputMode="numeric"
        defaultValue={place}
        aria-label={t('place_of', { name })}
      />
      <Button type="submit" isBusy={isBusy} aria-label={t('move_to', { name })}>
        {t('move')}
      </Button>
    </form>
  );
}
