import { useRouter } from '../../app/router.tsx';

/** Gives a function that fetches the page's data anew, after a command or a hint; the page stays as it is meanwhile. */
export function useReload(): () => Promise<void> {
  return useRouter().revalidate;
}
