import { executeAsSystem } from '../engine/execute.ts';
import { createLeague } from '../engine/league.ts';
import { openLeague } from '../open-league.ts';
import { findServedUrl } from '../served-url.ts';
import { type Command, OperatorError } from './command.ts';

/** Site admins by name: `admin list`, `admin grant NAME`, `admin revoke NAME`. */
export const command: Command = {
  options: {},
  async run(config, { positionals }) {
    const [action, username] = positionals;
    await using opened = await openLeague(config);
    const { database } = opened;
    if (action === 'list') {
      const admins = await database.query<{ username: string; granted_at: Date }>(
        `select p.username, a.granted_at from public.admins a join public.profiles p on p.id = a.person_id
         where a.ladder_id is null order by a.granted_at`,
      );
      for (const admin of admins) {
        console.log(`${admin.username}  since ${admin.granted_at.toISOString().slice(0, 10)}`);
      }
      return 0;
    }
    if ((action !== 'grant' && action !== 'revoke') || username === undefined) {
      throw new OperatorError('admin takes list, grant NAME or revoke NAME.');
    }
    const [person] = await database.query<{ id: string }>(
      'select id from public.profiles where lower(username) = lower($1)',
      [username],
    );
    if (person === undefined) {
      throw new OperatorError(`Nobody is called ${username}; they sign in once first.`);
    }
    const isGranted = action === 'grant';
    const sayDesk = async () => {
      if (isGranted) {
        console.log(`Their desk: ${await findServedUrl(database, config)}/admins`);
      }
    };
    const [known] = await database.query(
      'select 1 from public.admins where person_id = $1 and ladder_id is null',
      [person.id],
    );
    if ((known !== undefined) === isGranted) {
      console.log(`${username} is ${isGranted ? 'a site admin already' : 'no site admin'}.`);
      await sayDesk();
      return 0;
    }
    await executeAsSystem(createLeague(database), async (unit) => {
      await unit.hold(['site']);
      const type = isGranted ? 'grant_site_admin' : 'revoke_site_admin';
      await unit.decideSite({ type, person_id: person.id }, { isSystem: true });
    });
    console.log(`${username} is ${isGranted ? 'now' : 'no longer'} a site admin.`);
    await sayDesk();
    return 0;
  },
};
