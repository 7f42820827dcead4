import type { Transaction } from '@muster/database';
import { toRegion } from '@muster/site/pages/boards/region-of-zone.ts';
import { executeAsSystem } from '../engine/execute.ts';
import { createId } from '../engine/ids.ts';
import type { League } from '../engine/league.ts';

const day = 24 * 3600 * 1000;
const daysUp = 14;

type Words = Record<'team_seeks_player' | 'player_seeks_team' | 'scrim', string>;

/** What the figures of the demonstration write, each in their own language. */
const words: Record<string, Words> = {
  en: {
    team_seeks_player: 'We need one more who drives or repairs. Two evenings a week, no shouting.',
    player_seeks_team:
      'Gunner, calm on the radio, back after a year off. I would like a team with a plan.',
    scrim: 'Best of three before Sunday’s match. We bring a server.',
  },
  es: {
    team_seeks_player:
      'Buscamos a alguien para reparar y apoyar. Jugamos en serio, pero sin gritos.',
    player_seeks_team:
      'Conduzco desde hace años y puedo casi todas las noches. Busco equipo estable.',
    scrim: 'Queremos probar la alineación nueva: tres mapas, sin prisa.',
  },
  fr: {
    team_seeks_player:
      'Il nous manque un pilote pour le mardi et le jeudi. On joue pour progresser.',
    player_seeks_team: 'Tireuse, disponible le week-end, je cherche une équipe qui s’entraîne.',
    scrim: 'Entraînement en trois manches, on apporte le serveur.',
  },
  de: {
    team_seeks_player:
      'Uns fehlt jemand für die zweite Reihe. Dienstags Training, sonntags Matches.',
    player_seeks_team: 'Fahre seit drei Saisons, suche ein Team mit festen Abenden.',
    scrim: 'Suchen Gegner zum Üben vor der nächsten Forderung, drei Karten.',
  },
  pl: {
    team_seeks_player: 'Szukamy kierowcy na dwa wieczory w tygodniu. Gramy spokojnie i z planem.',
    player_seeks_team: 'Strzelec z doświadczeniem, wolne weekendy. Szukam stałej drużyny.',
    scrim: 'Chętnie zagramy trzy mapy treningowo, mamy własny serwer.',
  },
  pt: {
    team_seeks_player:
      'Procuramos mais uma pessoa para a equipe. Treino às quartas, partidas no domingo.',
    player_seeks_team: 'Jogo de apoio, tenho as noites livres. Procuro uma equipe sem drama.',
    scrim: 'Melhor de três para testar a escalação nova.',
  },
  fi: {
    team_seeks_player:
      'Etsimme kuskia kahdeksi illaksi viikossa. Pelaamme tosissaan mutta rennosti.',
    player_seeks_team: 'Ampuja, kolme kautta takana. Etsin joukkuetta, joka harjoittelee.',
    scrim: 'Kolme karttaa harjoituksena ennen sunnuntaita, palvelin löytyy.',
  },
};

interface Captain {
  person_id: string;
  locale: string;
  team_id: string;
  zone: string;
  game: string;
  /** Whether its roster on the ladder takes one more. */
  has_room: boolean;
}

interface Seeker {
  person_id: string;
  locale: string;
  zone: string;
  game: string;
}

interface Notice {
  kind: keyof Words;
  by: Captain | Seeker;
  teamId: string | null;
  place: number;
}

async function putUp(
  transaction: Transaction,
  { kind, by, teamId, place }: Notice,
  now: Date,
): Promise<void> {
  const at = (days: number, hours: number) => {
    const date = new Date(now.getTime() + days * day);
    date.setUTCHours(hours, 0, 0, 0);
    return date;
  };
  const times = kind === 'scrim' ? [at(2, 18), at(3, 19), at(9, 18)] : [];
  await transaction.query(
    `insert into public.board_posts
       (id, kind, game_slug, team_id, person_id, region, zone, evenings, languages, text, created_at, expires_at, times)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) on conflict do nothing`,
    [
      ...[createId(), kind, by.game, teamId, by.person_id],
      ...[toRegion(by.zone), by.zone],
      [(place % 5) + 1, 7],
      [...new Set([by.locale, 'en'])],
      words[by.locale]?.[kind] ?? words.en?.[kind],
      new Date(now.getTime() - place * 5 * 3600 * 1000),
      times.at(-1) ?? new Date(now.getTime() + daysUp * day),
      times,
    ],
  );
}

/** One of each language, with what their team plays. */
const toCast = (roles: string) => `
  select distinct on (p.locale) r.person_id, p.locale, t.id as team_id, t.zone, l.game_slug as game,
    (select count(*) from public.entry_players ep where ep.entry_id = e.id) < coalesce(
      (s.rules -> 'team' ->> 'rosterMaximum')::int, 2 * (s.rules -> 'team' ->> 'size')::int + 2) as has_room
  from public.teams t
  join public.rosters r on r.team_id = t.id and r.role in (${roles})
  join public.profiles p on p.id = r.person_id and p.user_id is not null
  join public.entries e on e.team_id = t.id and e.status = 'active'
  join public.seasons s on s.id = e.season_id and s.is_demo
  join public.ladders l on l.id = s.ladder_id and not l.is_test
  where t.is_demo and t.disbanded_at is null
  order by p.locale, t.founded_at, t.id, l.position, r.person_id`;

const captainsSql = toCast(`'captain'`);
const seekersSql = `select * from (${toCast(`'player', 'substitute'`)}) cast_of_players
  order by person_id limit 4`;

/** Lets figures of the demonstration put up notices, as long as it is there and none of theirs is up. */
export async function furnishBoards(league: League): Promise<void> {
  await executeAsSystem(league, async ({ transaction }) => {
    const now = league.now();
    const [standing] = await transaction.query<{ is_wanted: boolean }>(
      `select exists (select 1 from public.seasons where is_demo and status <> 'closed')
         and not exists (select 1 from public.board_posts b join public.profiles p on p.id = b.person_id
           where p.is_demo and b.expires_at > $1) as is_wanted`,
      [now],
    );
    if (standing?.is_wanted !== true) {
      return;
    }
    const captains = await transaction.query<Captain>(captainsSql);
    const seekers = await transaction.query<Seeker>(seekersSql);
    const notices: Notice[] = [
      ...captains.map((by, index) => ({
        kind: by.has_room && index % 2 === 0 ? ('team_seeks_player' as const) : ('scrim' as const),
        by,
        teamId: by.team_id,
        place: index,
      })),
      ...seekers.map((by, index) => ({
        kind: 'player_seeks_team' as const,
        by,
        teamId: null,
        place: index + captains.length,
      })),
    ];
    await transaction.query(
      `delete from public.board_posts b using public.profiles p
       where p.id = b.person_id and p.is_demo and b.expires_at <= $1`,
      [now],
    );
    for (const notice of notices) {
      await putUp(transaction, notice, now);
    }
  });
}
