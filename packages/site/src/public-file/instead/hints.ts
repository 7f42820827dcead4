/** In place of `client/live/hints.ts`: nothing changes any more. */
export function useHint(): void {}
