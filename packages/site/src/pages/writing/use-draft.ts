import { useEffect, useState, useSyncExternalStore } from 'react';
import { useViewer } from '../../app/environment.tsx';
import type { WritingData } from './data.ts';
import { DraftKeeper, type Keeping } from './draft-keeper.ts';

/** The draft of a text for as long as its editor is open. */
export function useDraft(data: WritingData): Keeping & { keeper: DraftKeeper } {
  const person = useViewer()?.user_id ?? '';
  const [keeper] = useState(() => new DraftKeeper(data, person));
  useEffect(() => keeper.start(), [keeper]);
  const { subscribe, get } = keeper.store;
  return { ...useSyncExternalStore(subscribe, get, get), keeper };
}
