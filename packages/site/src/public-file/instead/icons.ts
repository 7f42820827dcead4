/** In place of `client/icon/icons.ts`: the word beside a sign says the same. */
export async function loadDrawnIcon(): Promise<null> {
  return null;
}
