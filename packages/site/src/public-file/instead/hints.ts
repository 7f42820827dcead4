/** In place of `client/hints.ts`: nothing changes any more. */
export function useHint(): void {}
