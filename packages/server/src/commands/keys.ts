import {
  rotateSigningKey,
  signingAlgorithms,
  unsealFactorSecrets,
  unsealRefreshKeys,
} from '@muster/backend';
import type { Database } from '@muster/database';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

/** What is done with a league's keys, by the word that asks for it. */
const actions: Record<string, (database: Database, given: string | undefined) => Promise<string>> =
  { rotate, unseal };

/** `keys rotate [ALGORITHM]` and `keys unseal`. */
export const command: Command = {
  options: {},
  async run(config, { positionals: [name = '', given] }) {
    const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (act === undefined) {
      throw new OperatorError(`keys takes ${Object.keys(actions).join(' or ')}.`);
    }
    if (config.supabase !== null) {
      throw new OperatorError('The keys are those of the Supabase that SUPABASE_URL names.');
    }
    await using league = await openLeague(config);
    console.log(await act(league.database, given));
    return 0;
  },
};

/** From now on sessions are signed with a new key; what older ones signed stays good until it ends. */
async function rotate(database: Database, given = 'ES256'): Promise<string> {
  const algorithm = signingAlgorithms.find((known) => known === given.toUpperCase());
  if (algorithm === undefined) {
    throw new OperatorError(`keys rotate takes ${signingAlgorithms.join(', ')} or nothing.`);
  }
  const kid = await rotateSigningKey(database, algorithm);
  return `The ${algorithm} key ${kid} signs from now on; running servers follow within half a minute.`;
}

/** For a move to Supabase, whose service does not have the key that seals sessions' keys and authenticators' secrets. */
async function unseal(database: Database): Promise<string> {
  const sessions = await unsealRefreshKeys(database);
  const factors = await unsealFactorSecrets(database);
  return `The keys of ${sessions} sessions and the secrets of ${factors} authenticators now stand in the clear in auth.sessions and auth.mfa_factors, the secrets until the next start.`;
}
