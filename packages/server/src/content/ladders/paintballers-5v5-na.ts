import type { LadderContent } from '../types.ts';

export const paintballersFives: LadderContent = {
  slug: 'paintballers-5v5-na',
  game_slug: 'paintballers',
  name: '5v5 Paintball',
  format: 'rung',
  region: 'NA',
  zone: 'America/New_York',
  is_test: false,
  position: 6,
  summary: {
    en: 'Five a side in Paintballers: race to four points on each field, best of three fields.',
    es: 'Cinco por lado en Paintballers: a cuatro puntos por campo, al mejor de tres campos.',
    fr: 'Cinq par camp dans Paintballers : quatre points gagnants par terrain, au meilleur des trois terrains.',
    de: 'Fünf je Seite in Paintballers: bis vier Punkte je Feld, Best of drei Felder.',
    pl: 'Po pięć osób w Paintballers: do czterech punktów na polu, do dwóch wygranych pól.',
    pt: 'Cinco de cada lado no Paintballers: até quatro pontos por campo, melhor de três campos.',
    fi: 'Viisi per puoli Paintballersissa: neljään pisteeseen kentällä, paras kolmesta kentästä.',
  },
  description: {
    en: 'One hit and a player is out of the point. A point goes to the side that is left standing, or that hangs the flag first; four points take the field.\n\nFields are banned and picked in turn and the last one left decides. Starting ends swap after every point, so nobody quarrels about the sun.',
    es: 'Un impacto y quien lo recibe queda fuera del punto. El punto es del lado que sigue en pie o que cuelga antes la bandera; cuatro puntos dan el campo.\n\nLos campos se vetan y se eligen por turnos, y el último que queda decide. Los extremos se cambian después de cada punto, así nadie discute por el sol.',
    fr: 'Une touche, et l’on sort du point. Le point revient au camp resté debout, ou à celui qui accroche le drapeau en premier ; quatre points prennent le terrain.\n\nLes terrains sont bannis et choisis tour à tour, le dernier restant décide. On change de bout après chaque point : personne ne se plaint du soleil.',
    de: 'Ein Treffer, und man ist aus dem Punkt. Der Punkt geht an die Seite, die noch steht oder zuerst die Fahne hängt; vier Punkte holen das Feld.\n\nFelder werden abwechselnd gebannt und gewählt, das letzte entscheidet. Nach jedem Punkt werden die Enden getauscht, damit niemand über die Sonne streitet.',
    pl: 'Jedno trafienie i wypadasz z punktu. Punkt zdobywa strona, która została na polu albo pierwsza zawiesiła flagę; cztery punkty dają pole.\n\nPola banuje się i wybiera na zmianę, ostatnie rozstrzyga. Po każdym punkcie następuje zmiana stron, więc nikt nie kłóci się o słońce.',
    pt: 'Um acerto e a pessoa sai do ponto. O ponto é do lado que fica de pé ou que pendura a bandeira primeiro; quatro pontos levam o campo.\n\nOs campos são banidos e escolhidos em turnos, e o último decide. As pontas são trocadas a cada ponto, e assim ninguém briga por causa do sol.',
    fi: 'Yksi osuma, ja on poissa pisteestä. Pisteen saa se puoli, joka jää pystyyn tai ripustaa lipun ensin; neljä pistettä vie kentän.\n\nKentät kielletään ja valitaan vuorotellen, ja viimeinen jäljelle jäävä ratkaisee. Päätyjä vaihdetaan joka pisteen jälkeen, joten auringosta ei tarvitse riidellä.',
  },
  rules: {
    team: { size: 5 },
    maps: {
      pool: ['Speedball', 'Hyperball', 'Woodland', 'Spools', 'Trenches'],
      count: 3,
      choice: 'veto',
      veto: ['ban', 'ban', 'pick', 'pick', 'decider'],
    },
    score: { mapLimit: 4 },
  },
};
