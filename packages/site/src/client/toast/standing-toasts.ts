import { createStore, type Store } from '../../app/store.ts';

/** A destroyed toast still stands while it fades; nothing brings it back. */
type ToastState = 'idle' | 'destroyed';

export interface Toast {
  id: number;
  kind: 'info' | 'success' | 'warning' | 'error';
  title?: string;
  text: string;
  state: ToastState;
  closesOnClick: boolean;
  /** How often the same was asked for while it stood. */
  count: number;
}

/** The toasts that stand, oldest first. */
export const toasts: Store<readonly Toast[]> = createStore<readonly Toast[]>([]);
