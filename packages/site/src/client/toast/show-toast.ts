import type { ToastOptions } from './toasts.ts';

const loadToasts = () => import('./toasts.ts');

/** Shows a note at the top right; what shows it comes with the first one. */
export async function showToast(options: ToastOptions): Promise<void> {
  const toasts = await loadToasts();
  toasts.showToast(options);
}
