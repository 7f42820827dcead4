import { expect } from '@playwright/test';
import { runMuster } from './run-muster.ts';

/** Makes somebody a site admin of the league in this folder, or takes that from them, as its operator does. */
export async function setOffice(
  dataDir: string,
  word: 'grant' | 'revoke',
  name: string,
): Promise<void> {
  const said = await runMuster({ DATA_DIR: dataDir }, 'admin', word, name);
  expect(said.code, said.errors).toBe(0);
}
