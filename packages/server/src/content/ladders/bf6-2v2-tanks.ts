import type { LadderContent } from '../types.ts';

export const bf6Tanks: LadderContent = {
  slug: 'bf6-2v2-tanks',
  game_slug: 'battlefield6',
  name: '2v2 Tanks',
  format: 'rung',
  region: 'EU + NA',
  zone: 'Europe/London',
  is_test: false,
  position: 1,
  summary: {
    en: 'Two tanks against two in a Portal lobby: to 11 kills or 15 minutes, best of three maps.',
    es: 'Dos tanques contra dos en una sala de Portal: a 11 bajas o 15 minutos, al mejor de tres mapas.',
    fr: 'Deux chars contre deux dans un salon Portal : 11 destructions ou 15 minutes, au meilleur des trois cartes.',
    de: 'Zwei Panzer gegen zwei in einer Portal-Lobby: bis 11 Abschüsse oder 15 Minuten, Best of drei Karten.',
    pl: 'Dwa czołgi na dwa w lobby Portalu: do 11 zniszczeń lub 15 minut, do dwóch wygranych map.',
    pt: 'Dois tanques contra dois em uma sala do Portal: até 11 abates ou 15 minutos, melhor de três mapas.',
    fi: 'Kaksi panssarivaunua kahta vastaan Portal-aulassa: 11 tuhottua tai 15 minuuttia, paras kolmesta kartasta.',
  },
  description: {
    en: 'Each side fields two main battle tanks, one driver and gunner in each. A round ends when a side has 11 kills or after 15 minutes; more kills wins it, and two maps win the match. No infantry, no aircraft, no mines; repairing outside the tank is allowed and rarely wise.\n\nThe challenger names the first map, the defender the second, and the third is drawn by a number that nobody can steer. The defender hosts the Portal lobby with the league’s experience code and posts the password in the match room.',
    es: 'Cada lado saca dos carros de combate, con una persona que conduce y dispara en cada uno. La ronda acaba cuando un lado llega a 11 bajas o a los 15 minutos; gana quien tenga más, y dos mapas dan el partido. Sin infantería, sin aeronaves, sin minas; reparar fuera del tanque está permitido y rara vez es buena idea.\n\nQuien desafía elige el primer mapa, quien defiende el segundo, y el tercero sale de un sorteo que nadie puede dirigir. El equipo defensor abre la sala de Portal con el código de la liga y publica la contraseña en la sala del partido.',
    fr: 'Chaque camp aligne deux chars de combat, une personne aux commandes de chacun. Une manche s’arrête quand un camp compte 11 destructions ou après 15 minutes ; le plus grand nombre l’emporte, et deux cartes font le match. Pas d’infanterie, pas d’aéronefs, pas de mines ; réparer hors du char est permis et rarement sage.\n\nL’équipe qui défie nomme la première carte, celle qui défend la deuxième, et la troisième est tirée par un nombre que personne ne peut influencer. L’équipe qui défend ouvre le salon Portal avec le code de la ligue et donne le mot de passe dans la salle du match.',
    de: 'Jede Seite stellt zwei Kampfpanzer, in jedem sitzt eine Person, die fährt und schießt. Eine Runde endet bei 11 Abschüssen oder nach 15 Minuten; mehr Abschüsse gewinnen sie, zwei Karten gewinnen das Match. Keine Infanterie, keine Luftfahrzeuge, keine Minen; Reparieren außerhalb des Panzers ist erlaubt und selten klug.\n\nDie Forderer nennen die erste Karte, die Verteidiger die zweite, die dritte zieht eine Zahl, die niemand lenken kann. Die Verteidiger öffnen die Portal-Lobby mit dem Code der Liga und stellen das Passwort in den Matchraum.',
    pl: 'Każda strona wystawia dwa czołgi podstawowe, w każdym jedna osoba, która prowadzi i strzela. Runda kończy się po 11 zniszczeniach lub po 15 minutach; wygrywa ten, kto ma ich więcej, a dwie mapy dają mecz. Bez piechoty, bez lotnictwa, bez min; naprawa poza czołgiem jest dozwolona i rzadko rozsądna.\n\nPierwszą mapę wskazuje drużyna wyzywająca, drugą broniąca, a trzecią losuje liczba, którą nikt nie może sterować. Drużyna broniąca otwiera lobby Portalu z kodem ligi i podaje hasło w pokoju meczu.',
    pt: 'Cada lado usa dois tanques de batalha, com uma pessoa dirigindo e atirando em cada um. A rodada acaba quando um lado chega a 11 abates ou aos 15 minutos; quem tiver mais leva, e dois mapas valem a partida. Sem infantaria, sem aeronaves, sem minas; reparar fora do tanque é permitido e raramente sensato.\n\nQuem desafia escolhe o primeiro mapa, quem defende o segundo, e o terceiro sai de um sorteio que ninguém consegue direcionar. A equipe que defende abre a sala do Portal com o código da liga e publica a senha na sala da partida.',
    fi: 'Kummallakin puolella on kaksi taistelupanssarivaunua, ja kummassakin yksi ajaa ja ampuu. Erä päättyy 11 tuhottuun vaunuun tai 15 minuuttiin; enemmän tuhonnut voittaa, ja kaksi karttaa ratkaisee ottelun. Ei jalkaväkeä, ei ilma-aluksia, ei miinoja; vaunun ulkopuolella saa korjata, mutta se on harvoin viisasta.\n\nHaastaja nimeää ensimmäisen kartan, puolustaja toisen, ja kolmannen arpoo luku, jota kukaan ei voi ohjata. Puolustaja avaa Portal-aulan liigan koodilla ja kertoo salasanan otteluhuoneessa.',
  },
  rules: {
    team: { size: 2 },
    maps: {
      pool: [
        'Defense Nexus',
        'Manhattan Bridge',
        'Mirak Valley',
        'Liberation Peak',
        'Operation Firestorm',
        'Iberian Offensive',
      ],
      count: 3,
      letters: ['C', 'D', 'R'],
    },
    score: { mapLimit: 11 },
  },
};
