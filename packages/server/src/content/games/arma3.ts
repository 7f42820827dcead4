import type { GameContent } from '../types.ts';

export const arma3: GameContent = {
  slug: 'arma3',
  name: 'Arma 3',
  short_name: 'Arma 3',
  position: 2,
  identity_kinds: ['steam'],
  has_casual_page: true,
  tagline: {
    en: 'Big islands, long walks, and one plan that survives until the first shot.',
    es: 'Islas enormes, caminatas largas y un plan que aguanta hasta el primer disparo.',
    fr: 'De grandes îles, de longues marches et un plan qui tient jusqu’au premier coup de feu.',
    de: 'Große Inseln, lange Märsche und ein Plan, der bis zum ersten Schuss hält.',
    pl: 'Wielkie wyspy, długie marsze i plan, który działa aż do pierwszego strzału.',
    pt: 'Ilhas enormes, longas caminhadas e um plano que dura até o primeiro tiro.',
    fi: 'Isoja saaria, pitkiä marsseja ja suunnitelma, joka kestää ensimmäiseen laukaukseen.',
  },
  about: {
    en: 'Arma 3 is Bohemia Interactive’s military sandbox of 2013: infantry, vehicles and aircraft on terrains of up to 270 square kilometres, ballistics that count, and an editor in which players have built almost everything that is worth playing.\n\nWe run one co-operative evening every other Sunday: a mission of about two hours, a zeus who steers it, squads of six with a leader each. A headset is needed, experience is not; the mod list is short and posted the day before.',
    es: 'Arma 3 es el simulador militar abierto que Bohemia Interactive publicó en 2013: infantería, vehículos y aeronaves en terrenos de hasta 270 kilómetros cuadrados, una balística que se nota y un editor con el que la comunidad ha construido casi todo lo que vale la pena jugar.\n\nOrganizamos una noche cooperativa cada dos domingos: una misión de unas dos horas, un zeus que la dirige y escuadras de seis con su jefe. Hace falta micrófono, no experiencia; la lista de mods es corta y se publica el día anterior.',
    fr: 'Arma 3 est le bac à sable militaire publié par Bohemia Interactive en 2013 : infanterie, véhicules et aéronefs sur des terrains allant jusqu’à 270 kilomètres carrés, une balistique qui compte et un éditeur dans lequel les joueurs ont construit presque tout ce qui vaut la peine d’être joué.\n\nNous organisons une soirée coopérative un dimanche sur deux : une mission d’environ deux heures, un zeus qui la mène, des groupes de six avec un chef chacun. Il faut un micro, pas d’expérience ; la liste des mods est courte et publiée la veille.',
    de: 'Arma 3 ist der Militärsandkasten von Bohemia Interactive aus dem Jahr 2013: Infanterie, Fahrzeuge und Flugzeuge auf Gelände von bis zu 270 Quadratkilometern, Ballistik, die zählt, und ein Editor, in dem die Spieler fast alles gebaut haben, was sich zu spielen lohnt.\n\nJeden zweiten Sonntag gibt es einen Koop-Abend: eine Mission von etwa zwei Stunden, ein Zeus, der sie lenkt, Trupps zu sechst mit je einer Führung. Ein Headset ist nötig, Erfahrung nicht; die Modliste ist kurz und steht am Tag davor fest.',
    pl: 'Arma 3 to wojskowa piaskownica Bohemia Interactive z 2013 roku: piechota, pojazdy i lotnictwo na terenach sięgających 270 kilometrów kwadratowych, balistyka, z którą trzeba się liczyć, i edytor, w którym gracze zbudowali prawie wszystko, w co warto zagrać.\n\nCo drugą niedzielę urządzamy wieczór kooperacyjny: misja na około dwie godziny, prowadzący ją zeus, sześcioosobowe sekcje z dowódcami. Potrzebny jest mikrofon, doświadczenie nie; lista modów jest krótka i pojawia się dzień wcześniej.',
    pt: 'Arma 3 é a simulação militar aberta que a Bohemia Interactive lançou em 2013: infantaria, veículos e aeronaves em terrenos de até 270 quilômetros quadrados, uma balística que faz diferença e um editor no qual os jogadores construíram quase tudo o que vale a pena jogar.\n\nFazemos uma noite cooperativa a cada dois domingos: uma missão de umas duas horas, um zeus conduzindo e esquadras de seis com um líder cada. É preciso microfone, não experiência; a lista de mods é curta e sai na véspera.',
    fi: 'Arma 3 on Bohemia Interactiven vuonna 2013 julkaisema sotilashiekkalaatikko: jalkaväkeä, ajoneuvoja ja lentokoneita jopa 270 neliökilometrin maastoissa, ballistiikkaa jolla on väliä, ja editori, jossa pelaajat ovat rakentaneet lähes kaiken pelaamisen arvoisen.\n\nPidämme yhteistyöillan joka toinen sunnuntai: noin kahden tunnin tehtävä, sitä ohjaava zeus ja kuuden hengen ryhmät johtajineen. Mikrofoni tarvitaan, kokemusta ei; modilista on lyhyt ja julkaistaan edellisenä päivänä.',
  },
  facts: [
    { key: 'developer', value: 'Bohemia Interactive' },
    { key: 'released', value: '2013' },
    { key: 'engine', value: 'Real Virtuality 4' },
    { key: 'platforms', value: 'Windows' },
  ],
  maps: ['Altis', 'Stratis', 'Malden', 'Tanoa', 'Livonia'],
  modes: ['Co-op', 'Zeus', 'Warlords', 'End Game', 'King of the Hill', 'Antistasi'],
};
