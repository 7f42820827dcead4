import type { ArticleContent } from '../types.ts';

export const howToReadTheLog: ArticleContent = {
  slug: 'how-to-read-the-log',
  game_slug: null,
  published_at: '2026-10-08T18:00:00Z',
  title: {
    en: 'How to read the log',
    es: 'Cómo leer el registro',
    fr: 'Comment lire le journal',
    de: 'Wie man das Protokoll liest',
    pl: 'Jak czytać dziennik',
    pt: 'Como ler o registro',
    fi: 'Miten lokia luetaan',
  },
  summary: {
    en: 'Every standing here can be replayed by anybody. This is how to check us.',
    es: 'Cualquiera puede reconstruir cada clasificación de aquí. Así se nos comprueba.',
    fr: 'Chaque classement d’ici peut être rejoué par n’importe qui. Voici comment nous vérifier.',
    de: 'Jede Tabelle hier kann von allen nachgespielt werden. So prüfst du uns.',
    pl: 'Każdą tabelę można tu odtworzyć samemu. Oto jak nas sprawdzić.',
    pt: 'Qualquer pessoa pode refazer cada classificação daqui. Veja como nos conferir.',
    fi: 'Kuka tahansa voi toistaa täällä jokaisen tilanteen. Näin meidät tarkistetaan.',
  },
  body: {
    en: `## What is in it

Everything that changes a match, a standing or a role is one line in the ladder’s log: who, what, when. It is written once. No admin, and nobody with access to the database, can change or delete a line without the next lines giving it away, because each carries the fingerprint of the one before.

The log page tells it in plain sentences. Each sentence links to the match, the team and the person it is about; an act without a person was done by the clock, and it names the deadline that ran out.

## What is not in it

What people say to each other, their evidence, the addresses of servers, the hours at which they can play, and lineups before a result. Reasons and statements are kept apart and only their fingerprint stands in the log, so that a person can be forgotten while the chain holds.

## Checking it yourself

1. On the ladder’s log page, press the check: your own browser recomputes the chain and shows the fingerprint of its head.
2. Download the log. It is plain text, one event a line. Note the head’s fingerprint; if it is the same next week at the same line, nobody has touched what came before.
3. Look at the past: add an instant to the address, and the page shows the standing as it was known then.

## Draws

When a map is drawn, the server had committed to a secret number before either side chose theirs, and both sides’ browsers added numbers of their own. With the last draw the secret is published, and the match page lets you compute every draw again.`,
    es: `## Qué contiene

Todo lo que cambia un partido, una clasificación o una función es una línea en el registro de la escalera: quién, qué, cuándo. Se escribe una sola vez. Ningún admin, ni nadie con acceso a la base de datos, puede cambiar o borrar una línea sin que las siguientes lo delaten, porque cada una lleva la huella de la anterior.

La página del registro lo cuenta con frases sencillas. Cada frase enlaza con el partido, el equipo y la persona de que trata; un acto sin persona lo hizo el reloj, y nombra el plazo que venció.

## Qué no contiene

Lo que la gente se dice, sus pruebas, las direcciones de los servidores, las horas en que pueden jugar y las alineaciones antes del resultado. Los motivos y declaraciones se guardan aparte y en el registro solo queda su huella, para que se pueda olvidar a una persona sin romper la cadena.

## Comprobarlo por tu cuenta

1. En la página del registro, pulsa la comprobación: tu propio navegador recalcula la cadena y muestra la huella de su última línea.
2. Descarga el registro. Es texto plano, un suceso por línea. Apunta la huella final; si dentro de una semana es la misma en la misma línea, nadie ha tocado lo anterior.
3. Mira el pasado: añade un instante a la dirección y la página muestra la clasificación tal como se conocía entonces.

## Sorteos

Cuando se sortea un mapa, el servidor se había comprometido con un número secreto antes de que los lados eligieran los suyos, y los navegadores de ambos añadieron números propios. Con el último sorteo se publica el secreto, y la página del partido permite calcular de nuevo cada sorteo.`,
    fr: `## Ce qu’il contient

Tout ce qui change un match, un classement ou un rôle est une ligne du journal de l’échelle : qui, quoi, quand. Elle est écrite une fois. Aucun admin, ni personne ayant accès à la base, ne peut changer ou effacer une ligne sans que les suivantes ne le trahissent, car chacune porte l’empreinte de la précédente.

La page du journal le raconte en phrases simples. Chaque phrase renvoie au match, à l’équipe et à la personne concernés ; un acte sans personne est le fait de l’horloge, et il nomme le délai écoulé.

## Ce qu’il ne contient pas

Ce que les gens se disent, leurs preuves, les adresses des serveurs, les heures où ils peuvent jouer, et les compositions avant le résultat. Motifs et déclarations sont gardés à part et seule leur empreinte figure au journal, pour qu’une personne puisse être oubliée sans rompre la chaîne.

## Vérifier soi-même

1. Sur la page du journal, lancez la vérification : votre propre navigateur recalcule la chaîne et affiche l’empreinte de la dernière ligne.
2. Téléchargez le journal. C’est du texte simple, un événement par ligne. Notez l’empreinte finale ; si elle est la même dans une semaine à la même ligne, personne n’a touché à ce qui précède.
3. Regardez le passé : ajoutez un instant à l’adresse, et la page montre le classement tel qu’il était connu alors.

## Les tirages

Quand une carte est tirée au sort, le serveur s’était engagé sur un nombre secret avant que les camps ne choisissent les leurs, et les navigateurs des deux camps ont ajouté leurs propres nombres. Au dernier tirage, le secret est publié, et la page du match permet de recalculer chaque tirage.`,
    de: `## Was darin steht

Alles, was ein Match, eine Tabelle oder eine Rolle ändert, ist eine Zeile im Protokoll der Leiter: wer, was, wann. Sie wird einmal geschrieben. Kein Admin und niemand mit Zugang zur Datenbank kann eine Zeile ändern oder löschen, ohne dass die folgenden es verraten, denn jede trägt den Fingerabdruck der vorigen.

Die Protokollseite erzählt es in einfachen Sätzen. Jeder Satz verweist auf das Match, das Team und die Person, um die es geht; eine Handlung ohne Person hat die Uhr ausgeführt, und sie nennt die Frist, die abgelaufen ist.

## Was nicht darin steht

Was Leute einander sagen, ihre Belege, Adressen von Servern, die Stunden, in denen sie spielen können, und Aufstellungen vor dem Ergebnis. Gründe und Stellungnahmen liegen getrennt, im Protokoll steht nur ihr Fingerabdruck; so kann eine Person vergessen werden, und die Kette hält.

## Selbst prüfen

1. Drück auf der Protokollseite auf Prüfen: Dein eigener Browser rechnet die Kette nach und zeigt den Fingerabdruck der letzten Zeile.
2. Lade das Protokoll herunter. Es ist einfacher Text, ein Ereignis je Zeile. Notiere den letzten Fingerabdruck; ist er nächste Woche an derselben Zeile derselbe, hat niemand an dem davor gerührt.
3. Sieh in die Vergangenheit: Häng einen Zeitpunkt an die Adresse, und die Seite zeigt die Tabelle, wie sie damals bekannt war.

## Auslosungen

Wird eine Karte gelost, hatte sich der Server auf eine geheime Zahl festgelegt, bevor die Seiten ihre wählten, und die Browser beider Seiten haben eigene Zahlen hinzugefügt. Mit der letzten Auslosung wird das Geheimnis veröffentlicht, und auf der Matchseite kannst du jede Auslosung nachrechnen.`,
    pl: `## Co w nim jest

Wszystko, co zmienia mecz, tabelę albo rolę, to jeden wiersz w dzienniku drabinki: kto, co, kiedy. Zapisuje się go raz. Żaden admin ani nikt z dostępem do bazy nie zmieni i nie usunie wiersza tak, żeby następne tego nie zdradziły, bo każdy niesie odcisk poprzedniego.

Strona dziennika opowiada to zwykłymi zdaniami. Każde zdanie prowadzi do meczu, drużyny i osoby, o których mówi; czynność bez osoby wykonał zegar i podaje, który termin upłynął.

## Czego w nim nie ma

Tego, co ludzie do siebie piszą, ich dowodów, adresów serwerów, godzin, w których mogą grać, i składów przed wynikiem. Powody i oświadczenia trzymamy osobno, a w dzienniku stoi tylko ich odcisk, żeby można było o kimś zapomnieć, a łańcuch się trzymał.

## Sprawdź samodzielnie

1. Na stronie dziennika uruchom sprawdzenie: twoja własna przeglądarka przelicza łańcuch i pokazuje odcisk ostatniego wiersza.
2. Pobierz dziennik. To zwykły tekst, jedno zdarzenie w wierszu. Zapisz końcowy odcisk; jeśli za tydzień w tym samym wierszu będzie taki sam, nikt nie ruszył tego, co było wcześniej.
3. Spójrz w przeszłość: dopisz do adresu chwilę, a strona pokaże tabelę taką, jaka była wtedy znana.

## Losowania

Gdy losowana jest mapa, serwer wcześniej zobowiązał się do tajnej liczby, zanim strony wybrały swoje, a przeglądarki obu stron dodały własne liczby. Przy ostatnim losowaniu sekret zostaje ogłoszony, a strona meczu pozwala przeliczyć każde losowanie.`,
    pt: `## O que há nele

Tudo o que muda uma partida, uma classificação ou uma função é uma linha no registro da escada: quem, o quê, quando. Ela é escrita uma vez. Nenhum admin, nem ninguém com acesso ao banco de dados, consegue mudar ou apagar uma linha sem que as seguintes denunciem, porque cada uma carrega a impressão digital da anterior.

A página do registro conta isso em frases simples. Cada frase leva à partida, ao time e à pessoa de que trata; um ato sem pessoa foi feito pelo relógio, e cita o prazo que se esgotou.

## O que não há nele

O que as pessoas dizem umas às outras, suas provas, endereços de servidores, os horários em que podem jogar e as escalações antes do resultado. Motivos e declarações ficam à parte, e no registro só está a impressão digital deles, para que uma pessoa possa ser esquecida sem quebrar a corrente.

## Confira você mesmo

1. Na página do registro, acione a conferência: o seu próprio navegador recalcula a corrente e mostra a impressão digital da última linha.
2. Baixe o registro. É texto simples, um evento por linha. Anote a impressão final; se na semana que vem ela for a mesma na mesma linha, ninguém mexeu no que veio antes.
3. Veja o passado: acrescente um instante ao endereço, e a página mostra a classificação como era conhecida então.

## Sorteios

Quando um mapa é sorteado, o servidor já tinha se comprometido com um número secreto antes que os lados escolhessem os deles, e os navegadores dos dois acrescentaram números próprios. No último sorteio o segredo é publicado, e a página da partida permite calcular de novo cada sorteio.`,
    fi: `## Mitä siinä on

Kaikki, mikä muuttaa ottelua, tilannetta tai roolia, on yksi rivi tikkaiden lokissa: kuka, mitä, milloin. Se kirjoitetaan kerran. Yksikään ylläpitäjä tai tietokantaan pääsevä ei voi muuttaa tai poistaa riviä niin, etteivät seuraavat rivit paljasta sitä, sillä jokainen kantaa edellisen sormenjälkeä.

Lokisivu kertoo sen selvin lausein. Jokainen lause vie otteluun, joukkueeseen ja ihmiseen, jota se koskee; teon ilman ihmistä teki kello, ja se nimeää umpeutuneen määräajan.

## Mitä siinä ei ole

Ihmisten keskustelut, todisteet, palvelinten osoitteet, pelaajien vapaat ajat ja kokoonpanot ennen tulosta. Perustelut ja lausunnot pidetään erillään, ja lokissa on vain niiden sormenjälki, jotta ihminen voidaan unohtaa ja ketju silti pitää.

## Tarkista itse

1. Käynnistä tarkistus lokisivulla: oma selaimesi laskee ketjun uudelleen ja näyttää viimeisen rivin sormenjäljen.
2. Lataa loki. Se on pelkkää tekstiä, yksi tapahtuma rivillä. Merkitse viimeinen sormenjälki muistiin; jos se on viikon päästä samalla rivillä sama, kukaan ei ole koskenut aiempaan.
3. Katso menneeseen: lisää osoitteeseen hetki, ja sivu näyttää tilanteen sellaisena kuin se silloin tunnettiin.

## Arvonnat

Kun kartta arvotaan, palvelin oli sitoutunut salaiseen lukuun ennen kuin puolet valitsivat omansa, ja molempien selaimet lisäsivät omat lukunsa. Viimeisen arvonnan yhteydessä salaisuus julkaistaan, ja ottelusivulla voit laskea jokaisen arvonnan uudelleen.`,
  },
};
