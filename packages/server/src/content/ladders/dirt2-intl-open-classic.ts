import type { LadderContent } from '../types.ts';

export const dirtClassic: LadderContent = {
  slug: 'dirt2-intl-open-classic',
  game_slug: 'dirt2',
  name: 'International Open Classic',
  format: 'time_attack',
  region: 'INT',
  zone: 'UTC',
  is_test: false,
  position: 9,
  summary: {
    en: 'DiRT Rally 2.0 against the clock, in classic cars, open to everybody everywhere.',
    es: 'DiRT Rally 2.0 contra el reloj, en coches clásicos, abierto a todo el mundo.',
    fr: 'DiRT Rally 2.0 contre la montre, en voitures classiques, ouvert à tous partout.',
    de: 'DiRT Rally 2.0 gegen die Uhr, in klassischen Autos, offen für alle und überall.',
    pl: 'DiRT Rally 2.0 na czas, w klasycznych autach, otwarte dla wszystkich i wszędzie.',
    pt: 'DiRT Rally 2.0 contra o relógio, em carros clássicos, aberto para todos em qualquer lugar.',
    fi: 'DiRT Rally 2.0 kelloa vastaan, klassikkoautoilla, avoin kaikille kaikkialla.',
  },
  description: {
    en: 'You drive alone and enter alone. Pick any car of the H1 and H2 classes, drive the season’s stages in time trial, and hand in your time with a screenshot or a video of the finish.\n\nYour best valid run of each stage counts and gives points for its place. A run counts once a driver of another entry has confirmed it; the fastest of a stage counts once an admin has. Drive as often as you like: only a better time changes anything.',
    es: 'Conduces y te inscribes por tu cuenta. Elige cualquier coche de las clases H1 y H2, corre los tramos de la temporada en contrarreloj y entrega tu tiempo con una captura o un vídeo de la llegada.\n\nCuenta tu mejor tiempo válido en cada tramo y da puntos según el puesto. Un tiempo cuenta cuando lo confirma alguien de otra inscripción; el mejor de cada tramo, cuando lo confirma la administración. Corre cuanto quieras: solo un tiempo mejor cambia algo.',
    fr: 'Vous roulez et vous inscrivez seul. Prenez n’importe quelle voiture des classes H1 et H2, parcourez les spéciales de la saison en contre-la-montre et remettez votre temps avec une capture ou une vidéo de l’arrivée.\n\nVotre meilleur temps valable de chaque spéciale compte et donne des points selon la place. Un temps compte une fois confirmé par un pilote d’une autre inscription ; le meilleur d’une spéciale, une fois confirmé par un admin. Roulez autant que vous voulez : seul un meilleur temps change quelque chose.',
    de: 'Du fährst allein und meldest dich allein an. Nimm ein beliebiges Auto der Klassen H1 und H2, fahr die Etappen der Saison im Zeitfahren und reiche deine Zeit mit einem Bild oder Video der Zielankunft ein.\n\nDein bester gültiger Lauf jeder Etappe zählt und bringt Punkte für den Platz. Ein Lauf zählt, sobald ihn jemand aus einer anderen Meldung bestätigt hat, der schnellste einer Etappe erst, wenn ein Admin es getan hat. Fahr, so oft du willst: Nur eine bessere Zeit ändert etwas.',
    pl: 'Jedziesz i zgłaszasz się sam. Weź dowolne auto z klas H1 i H2, przejedź odcinki sezonu w próbie czasowej i oddaj czas ze zrzutem ekranu albo nagraniem mety.\n\nLiczy się twój najlepszy ważny przejazd każdego odcinka i daje punkty za miejsce. Przejazd liczy się, gdy potwierdzi go ktoś z innego zgłoszenia, a najszybszy na odcinku, gdy potwierdzi go administracja. Jedź, ile chcesz: tylko lepszy czas coś zmienia.',
    pt: 'Você corre e se inscreve sozinho. Escolha qualquer carro das classes H1 e H2, corra as etapas da temporada no contrarrelógio e envie seu tempo com uma captura ou um vídeo da chegada.\n\nVale a sua melhor volta válida de cada etapa, com pontos pela posição. Uma volta vale quando alguém de outra inscrição a confirma; a mais rápida de cada etapa, quando um admin confirma. Corra quantas vezes quiser: só um tempo melhor muda alguma coisa.',
    fi: 'Ajat ja ilmoittaudut yksin. Valitse mikä tahansa H1- tai H2-luokan auto, aja kauden pätkät aika-ajona ja toimita aikasi maalin kuvan tai videon kanssa.\n\nPaikkapisteet tulevat kunkin pätkän parhaasta hyväksytystä ajostasi. Ajo lasketaan, kun toisen osallistujan kuljettaja on vahvistanut sen, ja pätkän nopein vasta, kun ylläpitäjä on. Aja niin usein kuin haluat: vain parempi aika muuttaa jotain.',
  },
  rules: {
    team: { size: 1 },
    timeAttack: {
      stages: [
        'New England: North Fork Pass',
        'Hawkes Bay: Waimarama Point Forward',
        'Monaro: Mount Kaye Pass',
        'Ribadelles: Comienzo De Bellriu',
        'Łęczna County: Zaróbka',
        'Powys: Sweet Lamb',
      ],
      ranking: 'points',
    },
    report: { evidence: 'required' },
  },
};
