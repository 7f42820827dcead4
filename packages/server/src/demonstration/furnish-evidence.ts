import { createHash } from 'node:crypto';
import type { Side } from '@muster/league';
import sharp from 'sharp';
import { toNamedId } from '../content/named-id.ts';
import type { League } from '../engine/league.ts';
import { drawEvidence } from '../files/pictures.ts';
import { settleFile, writeFile } from '../files/stored-files.ts';

const minute = 60_000;

/** A side of an open dispute of the demonstration, with the captain who speaks for it. */
interface Quarrel {
  match_id: string;
  side: Side;
  person_id: string;
  locale: string;
  opened_at: string;
}

/** The first open dispute of each ladder of the demonstration where nobody has brought evidence yet, side by side. */
const quarrels = `
  with open_dispute as (
    select distinct on (s.ladder_id) m.id, m.challenger_entry_id, m.defender_entry_id,
      sm.state ->> 'opened_at' as opened_at
    from public.seasons s
    join private.stream_members sm on sm.stream = s.stream and sm.collection = 'disputes'
      and sm.state ->> 'status' = 'open'
    join public.matches m on m.id = (sm.state ->> 'match_id')::uuid
    where s.is_demo and s.status <> 'closed'
      and not exists (select from private.match_evidence e
        join public.matches o on o.id = e.match_id where o.season_id = s.id)
    order by s.ladder_id, m.number
  )
  select d.id as match_id, side.name as side, captain.person_id, p.locale, d.opened_at
  from open_dispute d
  cross join lateral (values ('challenger', d.challenger_entry_id),
    ('defender', d.defender_entry_id)) side (name, entry_id)
  join public.entries e on e.id = side.entry_id
  join lateral (select r.person_id from public.rosters r
    where r.team_id = e.team_id and r.role = 'captain'
    order by r.joined_at, r.person_id limit 1) captain on true
  join public.profiles p on p.id = captain.person_id and p.is_demo
  order by d.id, side.name`;

interface Words {
  image: string;
  link: string;
}

/** What the captains of the demonstration write beside it, each in their own language. */
const words: Record<string, Words> = {
  en: { image: 'The board after the last map.', link: 'Our recording, from minute 41.' },
  es: { image: 'El marcador tras el último mapa.', link: 'Nuestra grabación, desde el minuto 41.' },
  fr: {
    image: 'Le tableau après la dernière carte.',
    link: 'Notre enregistrement, dès la minute 41.',
  },
  de: { image: 'Die Anzeige nach der letzten Karte.', link: 'Unsere Aufnahme, ab Minute 41.' },
  pl: { image: 'Tablica po ostatniej mapie.', link: 'Nasze nagranie, od 41. minuty.' },
  pt: { image: 'O placar depois do último mapa.', link: 'Nossa gravação, a partir do minuto 41.' },
  fi: { image: 'Tulostaulu viimeisen kartan jälkeen.', link: 'Tallenteemme, minuutista 41.' },
};

/** A scoreboard of bars, made of the match's id alone: no letters, which each machine draws otherwise. */
function drawBoard(matchId: string): Promise<Buffer> {
  const lengths = createHash('sha256').update(matchId).digest();
  const bars = [...lengths.subarray(0, 16)].map((length, index) => {
    const [column, row] = [index % 2, Math.floor(index / 2)];
    const colour = column === 0 ? '#b5423a' : '#4f86b8';
    const width = 120 + length;
    return `<rect x="${60 + column * 480}" y="${150 + row * 46}" width="${width}" height="26" fill="${colour}"/>`;
  });
  const board = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="560">
    <rect width="1000" height="560" fill="#1b1614"/><rect width="1000" height="96" fill="#4a1f1c"/>
    <rect x="60" y="34" width="260" height="28" fill="#e9dfd8"/><rect x="540" y="34" width="220" height="28" fill="#e9dfd8"/>
    ${bars.join('')}</svg>`;
  return sharp(Buffer.from(board)).png().toBuffer();
}

async function bringPicture(league: League, quarrel: Quarrel): Promise<void> {
  const { database, now } = league;
  const { match_id, side, person_id, locale, opened_at } = quarrel;
  const at = new Date(Date.parse(opened_at) + 5 * minute);
  const { whole, preview } = await drawEvidence(person_id, await drawBoard(match_id));
  // The file comes in now, whenever the picture was brought: one that came in long ago may be swept away.
  const about = { personId: person_id, mediaType: 'image/webp', at: now() };
  const file = await writeFile(league, about, [whole.bytes]);
  const small = await writeFile(league, about, [preview.bytes]);
  await database.transaction(async (transaction) => {
    await transaction.query(
      `insert into private.match_evidence
         (id, match_id, person_id, side, kind, name, note, file_id, preview_id, width, height, added_at)
       values ($1, $2, $3, $4, 'image', 'scoreboard.webp', $5, $6, $7, $8, $9, $10) on conflict do nothing`,
      [
        ...[toNamedId(`demo picture:${match_id}`), match_id, person_id, side],
        (words[locale] ?? words.en)?.image,
        ...[await settleFile(transaction, file), await settleFile(transaction, small)],
        ...[whole.width, whole.height, at],
      ],
    );
  });
}

async function bringLink({ database }: League, quarrel: Quarrel): Promise<void> {
  const { match_id, side, person_id, locale, opened_at } = quarrel;
  await database.query(
    `insert into private.match_evidence (id, match_id, person_id, side, kind, url, note, added_at)
     values ($1, $2, $3, $4, 'link', $5, $6, $7) on conflict do nothing`,
    [
      ...[toNamedId(`demo recording:${match_id}`), match_id, person_id, side],
      // A name that leads nowhere (RFC 2606): nobody's recording is meant.
      `https://recordings.example/${match_id.slice(0, 8)}`,
      (words[locale] ?? words.en)?.link,
      new Date(Date.parse(opened_at) + 20 * minute),
    ],
  );
}

/** Lets figures of the demonstration prove what they say: a picture of the one side, a recording of the other. */
export async function furnishEvidence(league: League): Promise<void> {
  for (const quarrel of await league.database.query<Quarrel>(quarrels)) {
    if (quarrel.side === 'challenger') {
      await bringPicture(league, quarrel);
    } else {
      await bringLink(league, quarrel);
    }
  }
}
