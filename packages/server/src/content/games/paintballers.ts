import type { GameContent } from '../types.ts';

export const paintballers: GameContent = {
  slug: 'paintballers',
  name: 'Paintballers',
  short_name: 'Paintballers',
  position: 9,
  identity_kinds: ['steam'],
  has_casual_page: false,
  tagline: {
    en: 'One hit and you walk. The bunker is not as wide as it looks.',
    es: 'Un impacto y te vas andando. El obstáculo no es tan ancho como parece.',
    fr: 'Une touche et vous sortez. L’obstacle est moins large qu’il n’en a l’air.',
    de: 'Ein Treffer und du gehst. Die Deckung ist schmaler, als sie aussieht.',
    pl: 'Jedno trafienie i schodzisz. Osłona jest węższa, niż się wydaje.',
    pt: 'Um acerto e você sai andando. O obstáculo não é tão largo quanto parece.',
    fi: 'Yksi osuma ja kävelet pois. Este on kapeampi kuin miltä näyttää.',
  },
  about: {
    en: 'Paintball on a screen: five a side, one hit takes you out of the point, and the point ends when one side is gone or the flag is hung.',
    es: 'Paintball en pantalla: cinco por lado, un impacto te saca del punto, y el punto acaba cuando un lado desaparece o la bandera está colgada.',
    fr: 'Le paintball à l’écran : cinq par côté, une touche vous sort du point, et le point s’achève quand un côté a disparu ou que le drapeau est accroché.',
    de: 'Paintball am Bildschirm: fünf je Seite, ein Treffer nimmt dich aus dem Punkt, und der Punkt endet, wenn eine Seite weg ist oder die Fahne hängt.',
    pl: 'Paintball na ekranie: po pięć osób, jedno trafienie wyłącza z punktu, a punkt kończy się, gdy jedna strona zniknie albo flaga zawiśnie.',
    pt: 'Paintball na tela: cinco de cada lado, um acerto tira você do ponto, e o ponto acaba quando um lado some ou a bandeira é pendurada.',
    fi: 'Värikuulaa ruudulla: viisi per puoli, yksi osuma vie pois pisteestä, ja piste päättyy kun toinen puoli on poissa tai lippu on ripustettu.',
  },
  facts: [],
  maps: ['Speedball', 'Hyperball', 'Woodland', 'Spools', 'Trenches'],
  modes: ['Elimination', 'Center Flag'],
};
