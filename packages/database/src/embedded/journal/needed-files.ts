import { chainPattern, type FoundChain, manifestName, toChains } from './chain.ts';
import { planRestore } from './plan-restore.ts';

/**
 * The files of a journal, each as `CHAIN/FILE`, that a restore of an instant needs: one base copy with what it says of
 * itself, and the log from it up to the instant. `names` are all that there are; `readManifest` reads one of them that
 * says that a base copy is whole.
 * @throws JournalFault in one line where the instant cannot be had.
 */
export async function listNeededFiles(
  names: readonly string[],
  at: Date,
  readManifest: (name: string) => Promise<string | null>,
): Promise<string[]> {
  const files = new Map<string, string[]>();
  for (const name of names) {
    const [chain = '', file = '', ...deeper] = name.split('/');
    // What else somebody put there is no file of a journal's.
    if (chainPattern.test(chain) && /^[\w.-]+$/.test(file) && deeper.length === 0) {
      files.set(chain, [...(files.get(chain) ?? []), file]);
    }
  }
  const found: FoundChain[] = [];
  for (const [name, own] of files) {
    const isWhole = own.includes(manifestName);
    const manifest = isWhole ? await readManifest(`${name}/${manifestName}`) : null;
    found.push(...(manifest === null ? [] : [{ name, manifest, files: own }]));
  }
  const { chain, pieces } = planRestore(toChains(found, ''), at);
  const needed = [manifestName, chain.base.file, ...pieces.map(({ name }) => name)];
  return needed.map((file) => `${chain.name}/${file}`);
}
