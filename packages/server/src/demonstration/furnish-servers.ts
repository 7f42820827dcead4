import type { Transaction } from '@muster/database';
import { toNamedId } from '../content/named-id.ts';
import type { League } from '../engine/league.ts';
import { countDemoPlayers } from '../servers/demo-server.ts';
import { historyStep } from '../servers/keep-heard.ts';
import { hintServers } from '../servers/topic.ts';

const page = 'space-engineers';
const note = {
  en: 'A server of the demonstration: it answers, but nobody can join it.',
  es: 'Un servidor de la demostración: responde, pero nadie puede entrar.',
  fr: 'Un serveur de la démonstration : il répond, mais personne ne peut le rejoindre.',
  de: 'Ein Server der Demonstration: Er antwortet, aber niemand kann ihn betreten.',
  pl: 'Serwer demonstracji: odpowiada, ale nikt nie może na niego wejść.',
  pt: 'Um servidor da demonstração: responde, mas ninguém pode entrar nele.',
  fi: 'Esittelyn palvelin: se vastaa, mutta sinne ei pääse.',
};

/**
 * Lists the demonstration's own game server, with a day behind it, while the demonstration is played. It is listed
 * once: one that was retired stays so.
 */
export async function furnishServers({ database, now }: League): Promise<void> {
  const at = now();
  const rows = await database.query<{ id: string }>(
    `insert into public.game_servers (id, page, name, protocol, region, note, position, is_demo)
     select $1, $2, 'Kaarna Station', 'a2s', 'EU', $3, 1000, true
     where exists (select 1 from public.seasons where is_demo and status <> 'closed')
     on conflict (id) do nothing returning id`,
    [toNamedId('demonstration server'), page, JSON.stringify(note)],
  );
  const [server] = rows;
  if (server === undefined) {
    return;
  }
  const steps = Array.from({ length: 144 }, (_, index) => {
    const instant = new Date(at.getTime() - index * 600_000);
    return { at: instant.toISOString(), players: countDemoPlayers(instant) };
  });
  await database.query(
    `insert into private.game_server_history (game_server_id, at, players)
     select $1, date_bin('${historyStep}', s.at, 'epoch'), s.players
     from jsonb_to_recordset($2::jsonb) as s (at timestamptz, players int)
     on conflict do nothing`,
    [server.id, JSON.stringify(steps)],
  );
}

/** The demonstration's server goes with it. */
export async function clearDemoServers(transaction: Transaction, now: Date): Promise<void> {
  const gone = await transaction.query<{ page: string }>(
    'delete from public.game_servers where is_demo returning page',
  );
  await hintServers(
    transaction,
    gone.map((server) => server.page),
    now,
  );
}
