import { type Toast, toasts } from './standing-toasts.ts';

export interface ToastOptions {
  kind?: Toast['kind'];
  title?: string;
  text: string;
  /** Milliseconds that it stands still; below 0 until it is dismissed. */
  duration?: number;
  closesOnClick?: boolean;
  /** Says the same only once at a time. */
  ignoresDuplicates?: boolean;
}

export const toastDefaults = {
  duration: 3000,
  /** Of coming and of going, each. */
  speed: 500,
  width: 300,
  max: Number.POSITIVE_INFINITY,
  closesOnClick: true,
  ignoresDuplicates: false,
  pausesOnHover: false,
} as const;

const timers = new Map<number, ReturnType<typeof setTimeout>>();
let lastId = 0;

/** Shows a note at the top right and returns its id. */
export function showToast(options: ToastOptions, max: number = toastDefaults.max): number {
  const { kind = 'info', title, text } = options;
  if (options.ignoresDuplicates ?? toastDefaults.ignoresDuplicates) {
    const same = toasts.get().find((toast) => toast.title === title && toast.text === text);
    if (same !== undefined) {
      change(same.id, { count: same.count + 1 });
      return same.id;
    }
  }
  const id = ++lastId;
  const closesOnClick = options.closesOnClick ?? toastDefaults.closesOnClick;
  const toast: Toast = { id, kind, text, state: 'idle', closesOnClick, count: 1 };
  if (title !== undefined) {
    toast.title = title;
  }
  toasts.set([...toasts.get(), toast]);
  const duration = options.duration ?? toastDefaults.duration;
  if (duration >= 0) {
    // The time to come and the time to go count with the time to stand.
    timers.set(
      id,
      setTimeout(() => destroyToast(id), duration + 2 * toastDefaults.speed),
    );
  }
  const standing = toasts.get().filter(({ state }) => state === 'idle');
  for (const old of standing.slice(0, Math.max(0, standing.length - max))) {
    destroyToast(old.id);
  }
  return id;
}

/** Closes one toast, as a click on it does. */
export function dismissToast(id: number): void {
  destroyToast(id);
}

/** Destroys all at once. */
export function clearToasts(): void {
  for (const { id } of toasts.get()) {
    destroyToast(id);
  }
}

function destroyToast(id: number): void {
  clearTimeout(timers.get(id));
  change(id, { state: 'destroyed' });
  timers.set(
    id,
    setTimeout(() => remove(id), toastDefaults.speed),
  );
}

function remove(id: number): void {
  timers.delete(id);
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}

function change(id: number, values: Partial<Toast>): void {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, ...values } : toast)));
}
