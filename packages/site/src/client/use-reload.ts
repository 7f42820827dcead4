import { useCallback } from 'react';
import { useRevalidator } from 'react-router';

/** Gives a function that fetches the page's data anew, after a command or a hint; the page stays as it is meanwhile. */
export function useReload(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => revalidate(), [revalidate]);
}
