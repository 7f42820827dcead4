import type { LadderContent } from '../types.ts';

export const aqtionTeamplay: LadderContent = {
  slug: 'aqtion-4v4-teamplay',
  game_slug: 'aqtion',
  name: '4v4 Teamplay',
  format: 'rating',
  region: 'INT',
  zone: 'UTC',
  is_test: false,
  position: 4,
  summary: {
    en: 'AQtion four a side, placed by rating: play whom you like, as often as you like.',
    es: 'AQtion de cuatro por lado, con puesto según puntuación: juega contra quien quieras y cuanto quieras.',
    fr: 'AQtion à quatre par camp, classé par cote : jouez contre qui vous voulez, aussi souvent que vous voulez.',
    de: 'AQtion zu viert je Seite, Plätze nach Wertung: Spielt, gegen wen und so oft ihr wollt.',
    pl: 'AQtion po cztery osoby, miejsca według rankingu: grajcie z kim chcecie i ile chcecie.',
    pt: 'AQtion com quatro de cada lado, posição por pontuação: joguem contra quem quiserem, quantas vezes quiserem.',
    fi: 'AQtionia neljä per puoli, sijat arvoluvun mukaan: pelaa ketä vastaan haluat ja niin usein kuin haluat.',
  },
  description: {
    en: 'Teamplay with rounds, twenty minutes a map, two maps: each side names one, and the rounds of both are added up. Any team may challenge any other; an unanswered challenge simply expires.\n\nYour place follows a careful rating: what the results show, minus what they leave uncertain. Five matches make it firm; weeks without play make it uncertain again, and take nothing away.',
    es: 'Juego por equipos a rondas, veinte minutos por mapa, dos mapas: cada lado nombra uno y se suman las rondas de ambos. Cualquier equipo puede desafiar a cualquier otro; un desafío sin respuesta simplemente caduca.\n\nEl puesto sigue una puntuación prudente: lo que muestran los resultados menos lo que dejan en duda. Con cinco partidos se vuelve firme; las semanas sin jugar la hacen menos segura y no quitan nada.',
    fr: 'Jeu en équipe par manches, vingt minutes par carte, deux cartes : chaque camp en nomme une, et les manches des deux s’additionnent. Toute équipe peut défier n’importe quelle autre ; un défi sans réponse expire simplement.\n\nLa place suit une cote prudente : ce que montrent les résultats, moins ce qu’ils laissent incertain. Cinq matchs l’affermissent ; des semaines sans jouer la rendent moins sûre et n’enlèvent rien.',
    de: 'Teamplay in Runden, zwanzig Minuten je Karte, zwei Karten: Jede Seite nennt eine, die Runden beider werden addiert. Jedes Team darf jedes andere fordern; eine unbeantwortete Forderung verfällt einfach.\n\nDer Platz folgt einer vorsichtigen Wertung: was die Ergebnisse zeigen, abzüglich dessen, was sie offenlassen. Fünf Matches machen sie fest; Wochen ohne Spiel machen sie unsicherer und nehmen nichts weg.',
    pl: 'Rozgrywka drużynowa w rundach, dwadzieścia minut na mapę, dwie mapy: każda strona wskazuje jedną, a rundy z obu się sumuje. Każda drużyna może wyzwać każdą; wyzwanie bez odpowiedzi po prostu wygasa.\n\nMiejsce wynika z ostrożnego rankingu: tego, co pokazują wyniki, minus to, co pozostaje niepewne. Pięć meczów go utrwala; tygodnie bez gry czynią go mniej pewnym i niczego nie zabierają.',
    pt: 'Jogo em equipe por rodadas, vinte minutos por mapa, dois mapas: cada lado escolhe um, e as rodadas dos dois são somadas. Qualquer equipe pode desafiar qualquer outra; um desafio sem resposta simplesmente expira.\n\nA posição segue uma pontuação cautelosa: o que os resultados mostram, menos o que deixam incerto. Cinco partidas a tornam firme; semanas sem jogar a deixam menos certa e não tiram nada.',
    fi: 'Joukkuepeliä erissä, kaksikymmentä minuuttia kartalla, kaksi karttaa: kumpikin puoli nimeää yhden, ja molempien erät lasketaan yhteen. Kuka tahansa voi haastaa kenet tahansa; vastaamaton haaste vain raukeaa.\n\nSija seuraa varovaista arvolukua: mitä tulokset osoittavat, vähennettynä sillä, minkä ne jättävät epävarmaksi. Viisi ottelua vakiinnuttaa sen; pelittömät viikot lisäävät epävarmuutta eivätkä vie mitään.',
  },
  rules: {
    team: { size: 4 },
    challenge: { unanswered: 'expire' },
    maps: {
      pool: ['urban', 'urban2', 'urban3', 'cliff2', 'actcity2', 'tokyo', 'armyterr', 'teamjungle'],
      count: 2,
      letters: ['C', 'D'],
    },
    // Played all over the world: at any hour somebody's evening.
    schedule: { hoursFrom: '00:00', hoursUntil: '24:00' },
    score: { by: 'points', draws: true },
  },
};
