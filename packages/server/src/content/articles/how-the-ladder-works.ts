import type { ArticleContent } from '../types.ts';

export const howTheLadderWorks: ArticleContent = {
  slug: 'how-the-ladder-works',
  game_slug: null,
  published_at: '2026-10-03T18:00:00Z',
  title: {
    en: 'How the ladder works',
    es: 'Cómo funciona la escalera',
    fr: 'Comment marche l’échelle',
    de: 'Wie die Leiter funktioniert',
    pl: 'Jak działa drabinka',
    pt: 'Como funciona a escada',
    fi: 'Miten tikkaat toimivat',
  },
  summary: {
    en: 'Take the place of whoever you beat. The rest is clocks, and each has a reason.',
    es: 'Ocupa el puesto de quien ganes. Lo demás son plazos, y cada uno tiene su porqué.',
    fr: 'Prenez la place de qui vous battez. Le reste, ce sont des délais, chacun avec sa raison.',
    de: 'Nimm den Platz derer, die du schlägst. Der Rest sind Fristen, jede mit einem Grund.',
    pl: 'Zajmij miejsce tego, kogo pokonasz. Reszta to terminy, a każdy ma swój powód.',
    pt: 'Tome o lugar de quem você vencer. O resto são prazos, e cada um tem um motivo.',
    fi: 'Ota voittamasi joukkueen paikka. Loput ovat määräaikoja, ja jokaisella on syynsä.',
  },
  body: {
    en: `## One rule moves everything

If the challenger wins, it takes the rung of the team it beat, and everybody from there down to its old rung moves down one. If the defender wins, nobody moves. There are no points to farm and no tables to read: the place that you stand on is a place that you took or held.

## Whom you may challenge

In the top ten, a team may be challenged only from three rungs below or nearer. Further down the reach is ten rungs, or three tenths of your own rung, whichever is more. You may have one challenge out and one in, never two of a kind.

## Why there are clocks

A defender has 72 hours to answer. The captain is reminded at half of it, the co-captains at three quarters, the whole roster near the end; then the match is forfeited. After that, times: the defender offers at least two, the challenger confirms one within 48 hours. If nobody confirms, the date is set at an hour at which both rosters said that they are free, and the page says why that hour.

## Check-in, report, done

Check-in opens half an hour before the start and closes ten minutes after. Who is absent forfeits; if both are, nobody wins. One side reports the score, the other confirms it or lets a day pass. The losing side’s own report ends the match at once. At that moment the rungs move, not at midnight.

## Rest is allowed

Fourteen days a season you may rest: exams, holidays, a broken graphics card. Say so in advance, finish what is open, and nobody can challenge you.`,
    es: `## Una regla lo mueve todo

Si gana quien desafía, ocupa el peldaño del equipo al que ha ganado, y todos desde ahí hasta su antiguo peldaño bajan uno. Si gana quien defiende, no se mueve nadie. No hay puntos que acumular ni tablas que descifrar: el puesto que ocupas lo has tomado o lo has defendido.

## A quién puedes desafiar

Entre los diez primeros, a un equipo solo se le puede desafiar desde tres peldaños por debajo o menos. Más abajo el alcance es de diez peldaños o de tres décimas partes de tu propio peldaño, lo que sea mayor. Puedes tener un desafío enviado y uno recibido, nunca dos del mismo tipo.

## Por qué hay plazos

Quien defiende tiene 72 horas para responder. A la mitad se avisa al capitán, a los tres cuartos a los cocapitanes y cerca del final a toda la plantilla; después el partido se pierde por incomparecencia. Luego, las horas: quien defiende ofrece al menos dos y quien desafía confirma una en 48 horas. Si nadie confirma, se fija una hora en la que ambas plantillas dijeron estar libres, y la página explica por qué esa.

## Presentarse, informar, listo

El registro abre media hora antes del inicio y cierra diez minutos después. Quien falta pierde; si faltan los dos, no gana nadie. Un lado informa del resultado y el otro lo confirma o deja pasar un día. Si informa el lado que ha perdido, el partido termina al instante. En ese momento se mueven los peldaños, no a medianoche.

## Descansar está permitido

Puedes descansar catorce días por temporada: exámenes, vacaciones, una tarjeta gráfica rota. Avisa antes, termina lo que esté abierto, y nadie podrá desafiarte.`,
    fr: `## Une règle fait tout bouger

Si l’équipe qui défie gagne, elle prend l’échelon de l’équipe battue, et toutes celles qui se trouvent de là jusqu’à son ancien échelon descendent d’un cran. Si l’équipe qui défend gagne, personne ne bouge. Pas de points à amasser ni de tableaux à déchiffrer : votre place, vous l’avez prise ou gardée.

## Qui l’on peut défier

Dans les dix premières, une équipe ne peut être défiée que depuis trois échelons plus bas au maximum. Au-delà, la portée est de dix échelons, ou de trois dixièmes de votre propre échelon si c’est davantage. Un défi lancé et un défi reçu à la fois, jamais deux de la même sorte.

## Pourquoi des délais

L’équipe qui défend a 72 heures pour répondre. Le capitaine est relancé à la moitié, les capitaines adjoints aux trois quarts, tout l’effectif vers la fin ; ensuite, c’est le forfait. Viennent les horaires : l’équipe qui défend en propose au moins deux, celle qui défie en confirme un sous 48 heures. Si personne ne confirme, la date tombe à une heure où les deux effectifs se sont dits libres, et la page dit pourquoi cette heure.

## Présence, score, terminé

L’enregistrement ouvre une demi-heure avant le début et ferme dix minutes après. Qui manque perd par forfait ; si les deux manquent, personne ne gagne. Un camp annonce le score, l’autre le confirme ou laisse passer un jour. L’annonce du camp perdant met fin au match aussitôt. C’est à cet instant que les échelons bougent, pas à minuit.

## Le repos est permis

Quatorze jours par saison, vous pouvez vous reposer : examens, vacances, carte graphique en panne. Prévenez, terminez ce qui est ouvert, et personne ne peut vous défier.`,
    de: `## Eine Regel bewegt alles

Gewinnen die Forderer, nehmen sie die Sprosse des geschlagenen Teams ein, und alle von dort bis zu ihrer alten Sprosse rücken eins nach unten. Gewinnen die Verteidiger, bewegt sich niemand. Es gibt keine Punkte zu sammeln und keine Tabellen zu deuten: Der Platz, auf dem du stehst, ist erkämpft oder gehalten.

## Wen du fordern darfst

Unter den ersten zehn ist ein Team nur von höchstens drei Sprossen darunter zu erreichen. Weiter unten reicht es zehn Sprossen weit oder drei Zehntel der eigenen Sprosse, je nachdem, was mehr ist. Eine Forderung hinaus, eine herein, nie zwei von einer Art.

## Warum es Fristen gibt

Die Verteidiger haben 72 Stunden für die Antwort. Nach der Hälfte wird der Captain erinnert, nach drei Vierteln die Co-Captains, gegen Ende der ganze Kader; danach ist das Match kampflos verloren. Dann die Zeiten: Die Verteidiger bieten mindestens zwei an, die Forderer bestätigen eine binnen 48 Stunden. Bestätigt niemand, wird eine Stunde angesetzt, zu der beide Kader nach eigener Angabe können, und die Seite sagt, warum gerade die.

## Check-in, Ergebnis, fertig

Der Check-in öffnet eine halbe Stunde vor dem Beginn und schließt zehn Minuten danach. Wer fehlt, verliert kampflos; fehlen beide, gewinnt niemand. Eine Seite meldet das Ergebnis, die andere bestätigt oder lässt einen Tag verstreichen. Meldet die unterlegene Seite, ist das Match sofort zu Ende. In diesem Augenblick bewegen sich die Sprossen, nicht um Mitternacht.

## Pausen sind erlaubt

Vierzehn Tage je Saison dürft ihr pausieren: Prüfungen, Urlaub, eine kaputte Grafikkarte. Sagt es vorher, spielt zu Ende, was offen ist, und niemand kann euch fordern.`,
    pl: `## Jedna zasada porusza wszystko

Jeśli wygrywa drużyna wyzywająca, zajmuje szczebel pokonanej, a wszyscy od tego miejsca do jej dawnego szczebla schodzą o jeden. Jeśli wygrywa broniąca, nikt się nie rusza. Nie ma punktów do zbierania ani tabel do odczytywania: miejsce, na którym stoisz, zdobyto albo obroniono.

## Kogo można wyzwać

W pierwszej dziesiątce drużynę można wyzwać najwyżej z trzech szczebli niżej. Dalej zasięg wynosi dziesięć szczebli albo trzy dziesiąte własnego szczebla, zależnie od tego, co jest większe. Jedno wyzwanie wysłane i jedno otrzymane, nigdy dwa tego samego rodzaju.

## Po co te terminy

Drużyna broniąca ma 72 godziny na odpowiedź. W połowie przypominamy kapitanowi, po trzech czwartych zastępcom, pod koniec całemu składowi; potem jest walkower. Następnie godziny: broniąca proponuje co najmniej dwie, wyzywająca potwierdza jedną w ciągu 48 godzin. Jeśli nikt nie potwierdzi, termin wypada w godzinie, w której oba składy zadeklarowały, że mogą, a strona mówi, dlaczego właśnie wtedy.

## Zgłoszenie, wynik, koniec

Zgłoszenie obecności otwiera się pół godziny przed początkiem i zamyka dziesięć minut po nim. Kogo nie ma, przegrywa walkowerem; jeśli nie ma obu, nikt nie wygrywa. Jedna strona podaje wynik, druga go potwierdza albo pozwala minąć dobie. Gdy wynik poda strona przegrana, mecz kończy się od razu. W tej chwili przesuwają się szczeble, nie o północy.

## Odpoczynek jest dozwolony

Przez czternaście dni w sezonie możecie odpoczywać: sesja, urlop, zepsuta karta graficzna. Uprzedźcie, dokończcie, co otwarte, i nikt was nie wyzwie.`,
    pt: `## Uma regra move tudo

Se quem desafia vence, toma o degrau da equipe que venceu, e todos dali até o seu antigo degrau descem um. Se quem defende vence, ninguém se move. Não há pontos para acumular nem tabelas para decifrar: o lugar em que você está foi tomado ou mantido.

## Quem dá para desafiar

Entre os dez primeiros, uma equipe só pode ser desafiada de no máximo três degraus abaixo. Mais para baixo, o alcance é de dez degraus ou três décimos do seu próprio degrau, o que for maior. Um desafio feito e um recebido por vez, nunca dois do mesmo tipo.

## Por que existem prazos

Quem defende tem 72 horas para responder. Na metade o capitão é lembrado, em três quartos os co-capitães, perto do fim o elenco inteiro; depois a partida é perdida por W.O. Em seguida, os horários: quem defende oferece pelo menos dois, quem desafia confirma um em 48 horas. Se ninguém confirma, a data cai em uma hora em que os dois elencos disseram estar livres, e a página diz por que aquela hora.

## Presença, placar, pronto

O check-in abre meia hora antes do início e fecha dez minutos depois. Quem falta perde; se os dois faltam, ninguém vence. Um lado informa o placar, o outro confirma ou deixa passar um dia. Se quem informa é o lado derrotado, a partida acaba na hora. É nesse momento que os degraus se movem, não à meia-noite.

## Descansar é permitido

Durante catorze dias por temporada vocês podem descansar: provas, férias, uma placa de vídeo queimada. Avisem antes, terminem o que está aberto, e ninguém poderá desafiar vocês.`,
    fi: `## Yksi sääntö liikuttaa kaikkea

Jos haastaja voittaa, se ottaa voittamansa joukkueen puolan, ja kaikki siitä haastajan vanhalle puolalle asti laskevat yhden. Jos puolustaja voittaa, kukaan ei liiku. Pisteitä ei kerätä eikä taulukoita tulkita: paikkasi on otettu tai pidetty.

## Kenet saa haastaa

Kymmenen kärjessä joukkueen voi haastaa enintään kolmen puolan päästä alempaa. Muualla ulottuvuus on kymmenen puolaa tai kolme kymmenesosaa omasta puolastasi, kumpi onkin enemmän. Yksi lähetetty ja yksi saatu haaste kerrallaan, ei koskaan kahta samanlaista.

## Miksi on määräaikoja

Puolustajalla on 72 tuntia aikaa vastata. Puolivälissä muistutetaan kapteenia, kolmen neljänneksen kohdalla varakapteeneja ja lopulla koko kokoonpanoa; sitten ottelu on luovutettu. Seuraavaksi ajat: puolustaja tarjoaa vähintään kaksi, haastaja vahvistaa yhden 48 tunnissa. Jos kukaan ei vahvista, aika asetetaan tunnille, jolloin molemmat kokoonpanot ovat ilmoittaneet pääsevänsä, ja sivu kertoo, miksi juuri se.

## Ilmoittautuminen, tulos, valmis

Ilmoittautuminen aukeaa puoli tuntia ennen alkua ja sulkeutuu kymmenen minuuttia sen jälkeen. Poissaolija luovuttaa; jos molemmat ovat poissa, kukaan ei voita. Toinen puoli ilmoittaa tuloksen, toinen vahvistaa sen tai antaa vuorokauden kulua. Hävinneen puolen oma ilmoitus päättää ottelun heti. Puolat siirtyvät sillä hetkellä, eivät keskiyöllä.

## Levätä saa

Neljätoista päivää kaudessa saa levätä: tentit, loma, hajonnut näytönohjain. Kerro etukäteen, pelaa avoimet ottelut loppuun, eikä kukaan voi haastaa teitä.`,
  },
};
