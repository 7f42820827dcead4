import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import type { SettingsFields } from './data.ts';
import type { SettingsPart } from './fields.ts';
import { takeUndo } from './undo.ts';

interface UndoLineProps {
  part: SettingsPart;
  isBusy: boolean;
  onUndo: (former: Partial<SettingsFields>) => void;
}

/** Says after the reload that a part was saved, and takes it back. */
export function UndoLine({ part, isBusy, onUndo }: UndoLineProps) {
  const t = useTranslations('settings');
  const [former, setFormer] = useState<Partial<SettingsFields> | null | undefined>();
  useEffect(() => {
    const taken = takeUndo(part);
    if (taken !== undefined) {
      setFormer(taken);
    }
  }, [part]);
  if (former === undefined) {
    return null;
  }
  return (
    <p className="settings-saved" role="status">
      {former === null ? t('undone') : t('saved')}{' '}
      {former !== null && (
        <Button isBusy={isBusy} onClick={() => onUndo(former)}>
          {t('undo')}
        </Button>
      )}
    </p>
  );
}
