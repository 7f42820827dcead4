import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toasts } from './standing-toasts.ts';
import { clearToasts, dismissToast, showToast, toastDefaults } from './toasts.ts';

const texts = () => toasts.get().map(({ text, state }) => `${text} ${state}`);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  clearToasts();
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('a toast', () => {
  it('has the defaults of the specification', () => {
    expect(toastDefaults).toEqual({
      duration: 3000,
      speed: 500,
      width: 300,
      max: Number.POSITIVE_INFINITY,
      closesOnClick: true,
      ignoresDuplicates: false,
      pausesOnHover: false,
    });
  });

  it('lives for its duration and twice the speed, then is destroyed and goes', () => {
    showToast({ text: 'saved' });
    vi.advanceTimersByTime(3999);
    expect(texts()).toEqual(['saved idle']);
    vi.advanceTimersByTime(1);
    expect(texts()).toEqual(['saved destroyed']);
    vi.advanceTimersByTime(500);
    expect(texts()).toEqual([]);
  });

  it('stays without a timer when its duration is below zero', () => {
    showToast({ text: 'stay', duration: -1 });
    vi.advanceTimersByTime(3_600_000);
    expect(texts()).toEqual(['stay idle']);
  });

  it('is destroyed by a click, and a click on a destroyed one does no harm', () => {
    const id = showToast({ text: 'bye', duration: -1 });
    dismissToast(id);
    dismissToast(id);
    expect(texts()).toEqual(['bye destroyed']);
    vi.advanceTimersByTime(500);
    expect(texts()).toEqual([]);
  });

  it('pushes out the oldest when there are too many', () => {
    showToast({ text: 'one' }, 2);
    showToast({ text: 'two' }, 2);
    showToast({ text: 'three' }, 2);
    expect(texts()).toEqual(['one destroyed', 'two idle', 'three idle']);
  });

  it('is shown again and again unless duplicates are to be ignored', () => {
    showToast({ text: 'same' });
    showToast({ text: 'same' });
    expect(texts()).toHaveLength(2);
    showToast({ text: 'same', ignoresDuplicates: true });
    expect(texts()).toHaveLength(2);
    expect(toasts.get()[0]?.count).toBe(2);
  });
});
