import type { LadderContent } from '../types.ts';

export const modernWarfareDuo: LadderContent = {
  slug: 'mw-2v2-na',
  game_slug: 'modern-warfare',
  name: '2v2 Gunfight',
  format: 'rung',
  region: 'NA',
  zone: 'America/Chicago',
  is_test: false,
  position: 5,
  summary: {
    en: 'Two a side in Modern Warfare Gunfight: first to six rounds, best of three maps.',
    es: 'Dos por lado en el modo Tiroteo de Modern Warfare: a seis rondas, al mejor de tres mapas.',
    fr: 'Deux par camp en Gunfight dans Modern Warfare : six manches gagnantes, au meilleur des trois cartes.',
    de: 'Zwei je Seite im Feuergefecht von Modern Warfare: bis sechs Runden, Best of drei Karten.',
    pl: 'Po dwie osoby w trybie Gunfight w Modern Warfare: do sześciu rund, do dwóch wygranych map.',
    pt: 'Dois de cada lado no Gunfight do Modern Warfare: até seis rodadas, melhor de três mapas.',
    fi: 'Kaksi per puoli Modern Warfaren Gunfightissa: kuuteen erään, paras kolmesta kartasta.',
  },
  description: {
    en: 'Private Gunfight lobbies with the standard rotation of loadouts, forty seconds a round, the overtime flag on. The first pair to win six rounds has the map; two maps win the match.\n\nThe challenger names the first map, the defender the second, the challenger the third. Host advantage alternates map by map, and screenshots of the final board settle most arguments.',
    es: 'Salas privadas de Tiroteo con la rotación habitual de equipamientos, cuarenta segundos por ronda y bandera de prórroga activada. La primera pareja que gana seis rondas se lleva el mapa; dos mapas dan el partido.\n\nQuien desafía elige el primer mapa, quien defiende el segundo y quien desafía el tercero. El anfitrión se alterna en cada mapa, y una captura del marcador final resuelve casi todas las discusiones.',
    fr: 'Salons privés Gunfight avec la rotation habituelle des équipements, quarante secondes par manche et drapeau de prolongation activé. La première paire à six manches gagne la carte ; deux cartes font le match.\n\nL’équipe qui défie nomme la première carte, celle qui défend la deuxième, celle qui défie la troisième. L’hôte alterne à chaque carte, et une capture du tableau final règle presque tous les débats.',
    de: 'Private Feuergefecht-Lobbys mit der üblichen Abfolge der Ausrüstungen, vierzig Sekunden je Runde, Fahne in der Verlängerung. Das erste Duo mit sechs Runden hat die Karte; zwei Karten gewinnen das Match.\n\nDie Forderer nennen die erste Karte, die Verteidiger die zweite, die Forderer die dritte. Gehostet wird abwechselnd, und ein Bild der Endtafel klärt die meisten Streitfragen.',
    pl: 'Prywatne lobby Gunfight ze standardową rotacją wyposażenia, czterdzieści sekund na rundę, flaga w dogrywce włączona. Para, która pierwsza wygra sześć rund, bierze mapę; dwie mapy dają mecz.\n\nPierwszą mapę wskazuje drużyna wyzywająca, drugą broniąca, trzecią znów wyzywająca. Hostem jest się na zmianę, a zrzut końcowej tablicy rozstrzyga większość sporów.',
    pt: 'Salas privadas de Gunfight com a rotação padrão de equipamentos, quarenta segundos por rodada e bandeira na prorrogação. A primeira dupla a vencer seis rodadas leva o mapa; dois mapas valem a partida.\n\nQuem desafia escolhe o primeiro mapa, quem defende o segundo, e quem desafia o terceiro. O anfitrião se alterna a cada mapa, e uma captura do placar final resolve a maioria das discussões.',
    fi: 'Yksityiset Gunfight-aulat tavallisella varustekierrolla, neljäkymmentä sekuntia erässä, jatkoajan lippu päällä. Kuusi erää ensin voittanut pari saa kartan; kaksi karttaa ratkaisee ottelun.\n\nHaastaja nimeää ensimmäisen kartan, puolustaja toisen ja haastaja kolmannen. Isäntä vaihtuu kartoittain, ja kuva lopputaulusta ratkaisee useimmat kiistat.',
  },
  rules: {
    team: { size: 2 },
    maps: {
      pool: ['King', 'Pine', 'Stack', 'Docks', 'Hill', 'Speedball', 'Gulag Showers'],
      count: 3,
      letters: ['C', 'D', 'A'],
    },
    score: { mapLimit: 6 },
    schedule: { hoursFrom: '17:00', hoursUntil: '24:00', defaultTime: '20:00' },
  },
};
