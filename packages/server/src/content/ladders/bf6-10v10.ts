import type { LadderContent, Translated } from '../types.ts';

const pool = [
  'Siege of Cairo',
  'Empire State',
  'Liberation Peak',
  'Manhattan Bridge',
  'Mirak Valley',
  'New Sobek City',
  'Operation Firestorm',
];

/** Both regions play by the same rules; only the evenings differ. */
const rules = {
  team: { size: 10, rosterMaximum: 20 },
  reach: { rungs: 6 },
  challenge: { answerWithin: 'P4D' },
  maps: {
    pool,
    count: 3,
    choice: 'veto',
    veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider', 'side'],
    sides: ['NATO', 'Pax Armata'],
  },
};

const description: Translated = {
  en: 'Conquest on the small layouts, ten a side, rosters of up to 20 so that a team survives exams and night shifts. Maps are banned and picked in turn, the side that did not pick takes NATO or Pax Armata, and two maps win the match.\n\nA team leader and two squads of five have proved the best shape. Vehicles are allowed as the map places them; the lobby’s settings stand in the match room, and the defender hosts.',
  es: 'Conquista en los trazados pequeños, diez por lado, con plantillas de hasta 20 para que un equipo sobreviva a exámenes y turnos de noche. Los mapas se vetan y se eligen por turnos, el lado que no eligió se queda con NATO o Pax Armata, y dos mapas dan el partido.\n\nUn líder y dos escuadras de cinco es la forma que mejor ha funcionado. Los vehículos se permiten tal como los pone el mapa; los ajustes de la sala están en la sala del partido y abre el equipo defensor.',
  fr: 'Conquête sur les petits tracés, dix par camp, effectifs jusqu’à 20 pour qu’une équipe survive aux examens et aux gardes de nuit. Les cartes sont bannies et choisies tour à tour, le camp qui n’a pas choisi prend NATO ou Pax Armata, et deux cartes font le match.\n\nUn chef d’équipe et deux escouades de cinq ont fait leurs preuves. Les véhicules sont permis tels que la carte les place ; les réglages sont dans la salle du match, et l’équipe qui défend héberge.',
  de: 'Eroberung auf den kleinen Layouts, zehn je Seite, Kader bis 20, damit ein Team Prüfungen und Nachtschichten übersteht. Karten werden abwechselnd gebannt und gewählt, wer nicht gewählt hat, nimmt NATO oder Pax Armata, und zwei Karten gewinnen das Match.\n\nEine Teamführung und zwei Trupps zu fünft haben sich bewährt. Fahrzeuge sind erlaubt, wie die Karte sie vorsieht; die Einstellungen stehen im Matchraum, und die Verteidiger hosten.',
  pl: 'Podbój na małych układach, dziesięć osób po stronie, składy do 20, żeby drużyna przetrwała sesję i nocne zmiany. Mapy banuje się i wybiera na zmianę, strona, która nie wybierała, bierze NATO albo Pax Armata, a dwie mapy dają mecz.\n\nNajlepiej sprawdza się dowódca i dwie drużyny po pięć osób. Pojazdy są dozwolone tak, jak stoją na mapie; ustawienia znajdziesz w pokoju meczu, a serwer stawia drużyna broniąca.',
  pt: 'Conquista nos traçados pequenos, dez de cada lado, elencos de até 20 para que um time sobreviva a provas e plantões. Os mapas são banidos e escolhidos em turnos, o lado que não escolheu fica com NATO ou Pax Armata, e dois mapas valem a partida.\n\nUm líder e dois esquadrões de cinco é o formato que melhor funcionou. Veículos são permitidos como o mapa os coloca; as configurações estão na sala da partida, e quem defende hospeda.',
  fi: 'Valloitusta pienillä kenttäversioilla, kymmenen per puoli ja kokoonpanossa enintään 20, jotta joukkue kestää tentit ja yövuorot. Kartat kielletään ja valitaan vuorotellen, kartan valitsematta jättänyt puoli ottaa NATO:n tai Pax Armatan, ja kaksi karttaa ratkaisee ottelun.\n\nJohtaja ja kaksi viiden hengen ryhmää on osoittautunut parhaaksi. Ajoneuvot sallitaan niin kuin kartta ne antaa; asetukset ovat otteluhuoneessa, ja puolustaja isännöi.',
};

export const bf6TenEurope: LadderContent = {
  slug: 'bf6-10v10-eu',
  game_slug: 'battlefield6',
  name: '10v10 Europe',
  format: 'rung',
  region: 'EU',
  zone: 'Europe/Berlin',
  is_test: false,
  position: 2,
  summary: {
    en: 'Ten a side in Battlefield 6 on European evenings, best of three maps, rosters to 20.',
    es: 'Diez por lado en Battlefield 6 en noches europeas, al mejor de tres mapas, plantillas de hasta 20.',
    fr: 'Dix par camp dans Battlefield 6 en soirée européenne, au meilleur des trois cartes, effectifs jusqu’à 20.',
    de: 'Zehn je Seite in Battlefield 6 an europäischen Abenden, Best of drei Karten, Kader bis 20.',
    pl: 'Po dziesięć osób w Battlefield 6 w europejskie wieczory, do dwóch wygranych map, składy do 20.',
    pt: 'Dez de cada lado no Battlefield 6 em noites europeias, melhor de três mapas, elencos de até 20.',
    fi: 'Kymmenen per puoli Battlefield 6:ssa Euroopan iltoina, paras kolmesta kartasta, kokoonpano enintään 20.',
  },
  description,
  rules: { ...rules, schedule: { hoursFrom: '18:00', hoursUntil: '23:30', defaultTime: '20:00' } },
};

export const bf6TenAmerica: LadderContent = {
  slug: 'bf6-10v10-na',
  game_slug: 'battlefield6',
  name: '10v10 North America',
  format: 'rung',
  region: 'NA',
  zone: 'America/New_York',
  is_test: false,
  position: 3,
  summary: {
    en: 'Ten a side in Battlefield 6 on American evenings, best of three maps, rosters to 20.',
    es: 'Diez por lado en Battlefield 6 en noches americanas, al mejor de tres mapas, plantillas de hasta 20.',
    fr: 'Dix par camp dans Battlefield 6 en soirée américaine, au meilleur des trois cartes, effectifs jusqu’à 20.',
    de: 'Zehn je Seite in Battlefield 6 an amerikanischen Abenden, Best of drei Karten, Kader bis 20.',
    pl: 'Po dziesięć osób w Battlefield 6 w amerykańskie wieczory, do dwóch wygranych map, składy do 20.',
    pt: 'Dez de cada lado no Battlefield 6 em noites americanas, melhor de três mapas, elencos de até 20.',
    fi: 'Kymmenen per puoli Battlefield 6:ssa Amerikan iltoina, paras kolmesta kartasta, kokoonpano enintään 20.',
  },
  description,
  rules: { ...rules, schedule: { hoursFrom: '18:00', hoursUntil: '01:00', defaultTime: '21:00' } },
};
