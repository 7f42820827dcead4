import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { pickFirstRows } from './first-rows.ts';

/** The fold of a list of so many rows, of which one may be the reader's own. */
export function useFirstRows(count: number, own: number, first?: number) {
  const [isOpen, setIsOpen] = useState(false);
  const shown = pickFirstRows(count, own, first);
  const isLong = shown.size < count;
  return {
    foldClass: isLong && !isOpen ? 'rows-folded' : '',
    toRowClass: (index: number, isOwn: boolean) =>
      [
        shown.has(index) ? '' : 'rows-rest',
        index > 0 && shown.has(index) && !shown.has(index - 1) ? 'rows-gap' : '',
        isOwn ? 'own-row' : '',
      ]
        .filter((name) => name !== '')
        .join(' '),
    press: isLong && <RowsPress count={count} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />,
  };
}

interface RowsPressProps {
  count: number;
  isOpen: boolean;
  onPress: () => void;
}

function RowsPress({ count, isOpen, onPress }: RowsPressProps) {
  const t = useTranslations('ladder.time_attack');
  return (
    <p className="rows-press">
      <Button onClick={onPress} aria-expanded={isOpen}>
        {isOpen ? t('rows_less') : t('rows_all', { count })}
      </Button>
    </p>
  );
}
