/** In place of `client/icons.ts`: the word beside a sign says the same. */
export async function loadDrawnIcon(): Promise<null> {
  return null;
}
