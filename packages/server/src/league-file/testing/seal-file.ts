import { readFile, writeFile } from 'node:fs/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { createSeal } from '../sealing.ts';

/** Writes a file sealed to a new key beside it; gives the identity that opens it, and another that does not. */
export async function sealFile(
  from: string,
  to: string,
): Promise<{ right: string; wrong: string }> {
  const [right, wrong] = [await generateX25519Identity(), await generateX25519Identity()];
  async function* read() {
    yield await readFile(from);
  }
  const sealed = createSeal([await identityToRecipient(right)])(read());
  await writeFile(to, Buffer.concat(await Array.fromAsync(sealed)));
  return { right, wrong };
}
