import type { ArchiveContent } from './types.ts';

/** Seasons of our own go to the archive by being closed; these rows are what came before. */
export const archives: readonly ArchiveContent[] = [
  {
    slug: 'ladders-before-us',
    game_slug: null,
    closed_at: '2024-01-31T00:00:00Z',
    title: {
      en: 'The ladders before us',
      es: 'Las escaleras que hubo antes',
      fr: 'Les échelles d’avant nous',
      de: 'Die Leitern vor uns',
      pl: 'Drabinki przed nami',
      pt: 'As escadas antes de nós',
      fi: 'Tikkaat ennen meitä',
    },
    summary: {
      en: 'Two leagues that made the rung ladder what it is, and what went with them.',
      es: 'Dos ligas que hicieron de la escalera lo que es, y lo que se fue con ellas.',
      fr: 'Deux ligues qui ont fait de l’échelle ce qu’elle est, et ce qui a disparu avec elles.',
      de: 'Zwei Ligen, die die Leiter zu dem gemacht haben, was sie ist, und was mit ihnen verschwand.',
      pl: 'Dwie ligi, które ukształtowały drabinkę, i to, co zniknęło razem z nimi.',
      pt: 'Duas ligas que fizeram da escada o que ela é, e o que se foi com elas.',
      fi: 'Kaksi liigaa, jotka tekivät tikkaista sen mitä ne ovat, ja mitä niiden mukana katosi.',
    },
    body: {
      en: 'TeamWarfare ran rung ladders from 1997: challenge upwards, take the place of the team you beat, answer in time or forfeit. Most of our rules are its rules. When it went dark in 2014, its servers and its backups went together, and seventeen years of results with them.\n\nGameBattles carried the idea to consoles and to millions of players, and closed in January 2024.\n\nThat is why every season here ends in an archive whose address does not change, why the log behind it can be downloaded by anybody, and why the whole league fits in one file.',
      es: 'TeamWarfare llevó escaleras desde 1997: desafía hacia arriba, ocupa el puesto del equipo al que ganas, responde a tiempo o pierde por incomparecencia. La mayoría de nuestras reglas son las suyas. Cuando se apagó en 2014, sus servidores y sus copias se perdieron a la vez, y con ellos diecisiete años de resultados.\n\nGameBattles llevó la idea a las consolas y a millones de personas, y cerró en enero de 2024.\n\nPor eso aquí cada temporada termina en un archivo cuya dirección no cambia, cualquiera puede descargar el registro que hay detrás y la liga entera cabe en un fichero.',
      fr: 'TeamWarfare a tenu des échelles dès 1997 : défier vers le haut, prendre la place de l’équipe battue, répondre à temps ou perdre par forfait. La plupart de nos règles sont les siennes. Quand elle s’est éteinte en 2014, ses serveurs et ses sauvegardes ont disparu ensemble, et dix-sept ans de résultats avec eux.\n\nGameBattles a porté l’idée sur consoles, auprès de millions de joueurs, et a fermé en janvier 2024.\n\nC’est pourquoi chaque saison finit ici dans une archive dont l’adresse ne change pas, que chacun peut télécharger le journal qui la fonde, et que la ligue entière tient dans un fichier.',
      de: 'TeamWarfare betrieb ab 1997 Leitern mit Sprossen: nach oben fordern, den Platz des geschlagenen Teams einnehmen, rechtzeitig antworten oder kampflos verlieren. Die meisten unserer Regeln stammen von dort. Als 2014 die Lichter ausgingen, verschwanden Server und Sicherungen zugleich, und mit ihnen siebzehn Jahre Ergebnisse.\n\nGameBattles brachte die Idee auf die Konsolen und zu Millionen von Spielern und schloss im Januar 2024.\n\nDeshalb endet hier jede Saison in einem Archiv, dessen Adresse sich nicht ändert, deshalb kann das Protokoll dahinter von allen heruntergeladen werden, und deshalb passt die ganze Liga in eine Datei.',
      pl: 'TeamWarfare prowadziło drabinki od 1997 roku: wyzywaj w górę, zajmij miejsce pokonanej drużyny, odpowiedz na czas albo przegraj walkowerem. Większość naszych zasad pochodzi stamtąd. Kiedy w 2014 roku zgasło, serwery i kopie zapasowe przepadły razem, a z nimi siedemnaście lat wyników.\n\nGameBattles przeniosło ten pomysł na konsole, do milionów grających, i zamknęło się w styczniu 2024 roku.\n\nDlatego u nas każdy sezon kończy w archiwum, którego adres się nie zmienia, dziennik, który za nim stoi, może pobrać każdy, a cała liga mieści się w jednym pliku.',
      pt: 'A TeamWarfare manteve escadas desde 1997: desafie para cima, tome o lugar da equipe que você venceu, responda a tempo ou perca por W.O. A maioria das nossas regras é dela. Quando se apagou em 2014, os servidores e as cópias de segurança foram juntos, e com eles dezessete anos de resultados.\n\nA GameBattles levou a ideia aos consoles e a milhões de jogadores, e fechou em janeiro de 2024.\n\nPor isso cada temporada aqui termina em um arquivo cujo endereço não muda, o registro por trás dele pode ser baixado por qualquer pessoa e a liga inteira cabe em um arquivo só.',
      fi: 'TeamWarfare piti tikkaita vuodesta 1997: haasta ylöspäin, ota voittamasi joukkueen paikka, vastaa ajoissa tai menetä ottelu. Suurin osa säännöistämme on sieltä. Kun se pimeni vuonna 2014, palvelimet ja varmuuskopiot menivät samalla, ja niiden mukana seitsemäntoista vuoden tulokset.\n\nGameBattles vei ajatuksen konsoleille ja miljoonille pelaajille ja sulkeutui tammikuussa 2024.\n\nSiksi täällä jokainen kausi päättyy arkistoon, jonka osoite ei muutu, sen takana olevan lokin voi ladata kuka tahansa, ja koko liiga mahtuu yhteen tiedostoon.',
    },
    content: {
      kind: 'history',
      leagues: [
        { name: 'TeamWarfare League', from: 1997, until: 2014 },
        { name: 'GameBattles', from: 2002, until: 2024 },
      ],
    },
  },
];
