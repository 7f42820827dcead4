import type { LadderContent } from '../types.ts';

export const squadCloseCombat: LadderContent = {
  slug: 'squad-4v4-cc',
  game_slug: 'squad',
  name: '4v4 Close Combat',
  format: 'rung',
  region: 'EU + NA',
  zone: 'Europe/London',
  is_test: false,
  position: 7,
  summary: {
    en: 'Squad with four a side and nothing but rifles: narrow streets, short rounds, best of three.',
    es: 'Squad con cuatro por lado y solo fusiles: calles estrechas, rondas cortas, al mejor de tres.',
    fr: 'Squad à quatre par camp et rien que des fusils : rues étroites, manches courtes, au meilleur des trois.',
    de: 'Squad zu viert je Seite und nur mit Gewehren: enge Gassen, kurze Runden, Best of drei.',
    pl: 'Squad po cztery osoby i tylko z karabinami: wąskie ulice, krótkie rundy, do dwóch wygranych.',
    pt: 'Squad com quatro de cada lado e só fuzis: ruas estreitas, rodadas curtas, melhor de três.',
    fi: 'Squadia neljä per puoli pelkin kiväärein: kapeita katuja, lyhyitä eriä, paras kolmesta.',
  },
  description: {
    en: 'Four riflemen a side on a marked block of the map; no vehicles, no emplacements, no spawns after the first. A round is won by the last side standing or by holding the middle for three minutes. First to seven rounds takes the map.\n\nThe blocks are drawn in the match room. Leaving the block for more than ten seconds counts as a death, and both sides record.',
    es: 'Cuatro fusileros por lado en una manzana marcada del mapa; sin vehículos, sin emplazamientos y sin reaparecer. Gana la ronda el último lado en pie o el que mantiene el centro tres minutos. El primero en llegar a siete rondas se lleva el mapa.\n\nLas manzanas están dibujadas en la sala del partido. Salir de la manzana más de diez segundos cuenta como baja, y ambos lados graban.',
    fr: 'Quatre fusiliers par camp dans un pâté de maisons délimité ; ni véhicules, ni armes fixes, ni réapparition. La manche revient au dernier camp debout ou à celui qui tient le centre trois minutes. Sept manches gagnent la carte.\n\nLes périmètres sont dessinés dans la salle du match. En sortir plus de dix secondes compte comme une mort, et les deux camps enregistrent.',
    de: 'Vier Schützen je Seite in einem markierten Block der Karte; keine Fahrzeuge, keine Stellungen, kein Wiedereinstieg. Die Runde gewinnt, wer zuletzt steht oder die Mitte drei Minuten hält. Wer zuerst sieben Runden hat, holt die Karte.\n\nDie Blöcke sind im Matchraum eingezeichnet. Wer den Block länger als zehn Sekunden verlässt, gilt als ausgeschieden, und beide Seiten zeichnen auf.',
    pl: 'Po czterech strzelców na wyznaczonym kwartale mapy; bez pojazdów, bez stanowisk, bez odradzania. Rundę wygrywa strona, która przetrwa, albo ta, która trzyma środek przez trzy minuty. Siedem rund daje mapę.\n\nKwartały są zaznaczone w pokoju meczu. Opuszczenie kwartału na ponad dziesięć sekund liczy się jak śmierć, a obie strony nagrywają.',
    pt: 'Quatro fuzileiros de cada lado em um quarteirão marcado do mapa; sem veículos, sem armas fixas, sem renascer. Vence a rodada o último lado de pé ou quem segura o centro por três minutos. Quem chega primeiro a sete rodadas leva o mapa.\n\nOs quarteirões estão desenhados na sala da partida. Sair do quarteirão por mais de dez segundos conta como morte, e os dois lados gravam.',
    fi: 'Neljä kivääriampujaa per puoli kartan merkityssä korttelissa; ei ajoneuvoja, ei asemia, ei uudelleensyntymistä. Erän voittaa viimeisenä pystyssä oleva tai keskustaa kolme minuuttia pitävä puoli. Seitsemän erää vie kartan.\n\nKorttelit on piirretty otteluhuoneeseen. Yli kymmenen sekuntia korttelin ulkopuolella on kuolema, ja molemmat puolet tallentavat.',
  },
  rules: {
    team: { size: 4 },
    maps: {
      pool: ['Al Basrah', 'Fallujah', 'Kokan', 'Logar Valley', 'Mutaha', 'Narva', 'Sumari Bala'],
      count: 3,
      choice: 'veto',
      veto: ['ban', 'ban', 'pick', 'pick', 'decider'],
    },
    // Both continents play here: at any hour somebody's evening.
    schedule: { hoursFrom: '00:00', hoursUntil: '24:00' },
    score: { mapLimit: 7 },
  },
};
