import { executeAsSystem } from '../../packages/server/src/engine/execute.ts';
import { createLeague } from '../../packages/server/src/engine/league.ts';
import { withLeague } from './with-league.ts';

/**
 * Makes somebody a site admin of the running league in this folder, or takes that from them, by what the operator's
 * command `admin` does, without the second of work that a process for it takes.
 */
export async function setOffice(
  dataDir: string,
  word: 'grant' | 'revoke',
  name: string,
): Promise<void> {
  await withLeague(dataDir, async (database) => {
    const [person] = await database.query<{ id: string }>(
      'select id from public.profiles where username = $1',
      [name],
    );
    if (person === undefined) {
      throw new Error(`Nobody is called ${name}`);
    }
    await executeAsSystem(createLeague(database), async (unit) => {
      await unit.hold(['site']);
      const type = word === 'grant' ? 'grant_site_admin' : 'revoke_site_admin';
      await unit.decideSite({ type, person_id: person.id }, { isSystem: true });
    });
  });
}
