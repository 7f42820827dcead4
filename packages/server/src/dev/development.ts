import { getOrCreateSecret } from '@muster/backend';
import type { Database } from '@muster/database';
import { Hono } from 'hono';
import type { Config } from '../config.ts';
import { mayUseDevelopmentPages } from '../http/peer.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { createDevDiscord } from './discord/create-dev-discord.ts';
import type { DevPerson } from './discord/person.ts';
import { createMailbox } from './mail/create-mailbox.ts';

export const devDiscordClient = 'muster';

/** The secret between the auth service and the local identity provider, made once a league. */
export function getDevDiscordSecret(database: Database): Promise<string> {
  return getOrCreateSecret(database, 'dev_discord_client_secret');
}

/** The people of the demonstration season, captains first, as the local sign-in lists them. */
async function listDemoPeople(database: Database): Promise<DevPerson[]> {
  return database.query<DevPerson>(
    `select i.provider_id as id, p.username, p.username as global_name, null as avatar, p.locale, u.email
     from public.profiles p
     join auth.users u on u.id = p.user_id
     join auth.identities i on i.user_id = u.id and i.provider = 'discord'
     left join lateral (
       select min(case r.role when 'captain' then 0 when 'co_captain' then 1 else 2 end) as place
       from public.rosters r where r.person_id = p.id) as rank on true
     where p.is_demo
     order by rank.place nulls last, lower(p.username)
     limit 60`,
  );
}

interface DevelopmentOptions {
  config: Config;
  database: Database;
  /** Null where nobody signs in by the local identity provider. */
  clientSecret: string | null;
}

/** `/dev`: what only this machine may see. The app asks first whether it may. */
export function createDevelopment({ config, database, clientSecret }: DevelopmentOptions): Hono {
  const development = new Hono();
  if (config.discord === null && clientSecret !== null) {
    development.route(
      '/discord',
      createDevDiscord({
        database,
        clientId: devDiscordClient,
        clientSecret,
        people: () => listDemoPeople(database),
        isAllowed: (request, bindings) => mayUseDevelopmentPages(request, bindings, config),
      }),
    );
  }
  if (getMailWay(config) === 'mailbox') {
    development.route('/mail', createMailbox({ database }));
  }
  return development;
}
