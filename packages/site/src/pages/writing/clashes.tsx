import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { ChangedText } from './changed-text.tsx';
import type { Texts, WritingKind } from './data.ts';
import { mergeTexts } from './merge.ts';
import type { Clash } from './use-save.ts';

interface ClashesProps {
  kind: WritingKind;
  texts: Texts;
  clash: Clash | null;
  onChoose: (field: string, text: string) => void;
}

/** Where two people changed the same: both texts, and which shall stand; what either changed elsewhere is in both. */
export function Clashes({ kind, texts, clash, onChoose }: ClashesProps) {
  const t = useTranslations('writing');
  if (clash === null) {
    return null;
  }
  const merged = mergeTexts(kind, { base: clash.base, mine: texts, theirs: clash.theirs });
  return clash.fields.map((field) => {
    const { mine = '', theirs = '', both = '' } = merged[field] ?? {};
    return (
      <section key={field} className="writing-note stack" role="alert">
        <p>{t('clash')}</p>
        <h3>{t('mine')}</h3>
        <ChangedText before={clash.base[field] ?? ''} after={mine} />
        <h3>{t('theirs')}</h3>
        <ChangedText before={clash.base[field] ?? ''} after={theirs} />
        <div className="writing-acts">
          <Button onClick={() => onChoose(field, mine)}>{t('take_mine')}</Button>
          <Button onClick={() => onChoose(field, theirs)}>{t('take_theirs')}</Button>
          <Button onClick={() => onChoose(field, both)}>{t('take_both')}</Button>
        </div>
      </section>
    );
  });
}
