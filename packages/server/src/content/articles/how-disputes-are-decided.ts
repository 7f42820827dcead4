import type { ArticleContent } from '../types.ts';

export const howDisputesAreDecided: ArticleContent = {
  slug: 'how-disputes-are-decided',
  game_slug: null,
  published_at: '2026-10-05T18:00:00Z',
  title: {
    en: 'How disputes are decided',
    es: 'Cómo se deciden las disputas',
    fr: 'Comment les litiges sont tranchés',
    de: 'Wie Streitfälle entschieden werden',
    pl: 'Jak rozstrzygane są spory',
    pt: 'Como as disputas são decididas',
    fi: 'Miten kiistat ratkaistaan',
  },
  summary: {
    en: 'Who decides, by when, on what evidence, and what you can do about it afterwards.',
    es: 'Quién decide, cuándo, con qué pruebas y qué puedes hacer después.',
    fr: 'Qui tranche, dans quel délai, sur quelles preuves, et ce que vous pouvez faire ensuite.',
    de: 'Wer entscheidet, bis wann, anhand welcher Belege, und was du danach tun kannst.',
    pl: 'Kto decyduje, do kiedy, na jakiej podstawie i co możesz zrobić później.',
    pt: 'Quem decide, até quando, com que provas e o que você pode fazer depois.',
    fi: 'Kuka ratkaisee, mihin mennessä, millä todisteilla ja mitä voit tehdä sen jälkeen.',
  },
  body: {
    en: `## How a dispute begins

Two reports that differ open one by themselves. So does a match that nobody reported for a day. And either side may open one instead of confirming, with a short statement. Nobody is accused by that: it only stops the clock that would have accepted the score.

## What happens then

Both sides have 24 hours for statements and evidence: screenshots, a demo, a link. The ladder’s admins see the case sorted by the match’s start. A ruling is aimed at within 72 hours; the page shows how long there is left, and when it has run out the site’s admins are asked too. If nobody rules within ten days, the match is void and nobody is punished for it.

## Who may rule

A ladder admin, never in a match in which they play. A ruling names the rule that it rests on and gives its reason in words. Before giving it, the admin sees every rung that it would move.

## What a ruling can say

- The match is completed, for one side or the other.
- It is played again: three times are named, the first is the default.
- It is void: it counts for nobody.
- It is forfeited: a win and a loss, as everywhere.

## Afterwards

A ruling may be appealed once, within 48 hours, to a site admin who did not give it. If it is overturned, the season is worked out again from the log with the new ruling in place; the page shows every rung that moved and why. Matches that were played meanwhile stand: whether they should have been allowed is not judged again.

How many rulings each admin gave, how long they took and how many were overturned stands on the admins’ page.`,
    es: `## Cómo empieza una disputa

Dos informes distintos la abren por sí solos. También un partido del que nadie informa en un día. Y cualquiera de los lados puede abrirla en lugar de confirmar, con una breve declaración. Con eso no se acusa a nadie: solo se detiene el plazo que habría aceptado el resultado.

## Qué pasa después

Ambos lados tienen 24 horas para declaraciones y pruebas: capturas, una demo, un enlace. La administración de la escalera ve los casos ordenados por el inicio del partido. Se intenta resolver en 72 horas; la página muestra cuánto queda y, si se agota, se pregunta también a la administración del sitio. Si nadie resuelve en diez días, el partido se anula y no se sanciona a nadie.

## Quién puede resolver

Un admin de la escalera, nunca en un partido que juega. La resolución nombra la regla en la que se apoya y da su motivo con palabras. Antes de darla, el admin ve todos los peldaños que movería.

## Qué puede decir una resolución

- El partido queda completado, para un lado o para el otro.
- Se repite: se nombran tres horas y la primera es la de por defecto.
- Se anula: no cuenta para nadie.
- Se da por perdido: una victoria y una derrota, como siempre.

## Después

Una resolución se puede apelar una vez, en 48 horas, ante un admin del sitio que no la haya dado. Si se revoca, la temporada se recalcula desde el registro con la nueva resolución; la página muestra cada peldaño que se movió y por qué. Los partidos jugados entretanto siguen valiendo: no se vuelve a juzgar si debieron permitirse.

Cuántas resoluciones dio cada admin, cuánto tardó y cuántas se revocaron consta en la página de administración.`,
    fr: `## Comment naît un litige

Deux annonces différentes en ouvrent un d’elles-mêmes. Un match dont personne n’annonce le score en un jour aussi. Et chaque camp peut en ouvrir un au lieu de confirmer, avec une courte déclaration. Personne n’est accusé pour autant : cela arrête seulement le délai qui aurait accepté le score.

## La suite

Les deux camps ont 24 heures pour déclarer et prouver : captures, démo, lien. Les admins de l’échelle voient les dossiers rangés par début de match. Une décision est visée sous 72 heures ; la page montre le temps restant et, une fois écoulé, les admins du site sont sollicités aussi. Sans décision en dix jours, le match est annulé et personne n’est puni.

## Qui peut trancher

Un admin de l’échelle, jamais dans un match qu’il joue. La décision cite la règle sur laquelle elle repose et donne son motif en toutes lettres. Avant de la rendre, l’admin voit tous les échelons qu’elle ferait bouger.

## Ce qu’une décision peut dire

- Le match est terminé, en faveur d’un camp ou de l’autre.
- Il se rejoue : trois horaires sont nommés, le premier vaut par défaut.
- Il est annulé : il ne compte pour personne.
- Il est perdu par forfait : une victoire et une défaite, comme partout.

## Ensuite

Une décision peut faire l’objet d’un appel, une fois, sous 48 heures, devant un admin du site qui ne l’a pas rendue. Si elle est renversée, la saison est recalculée à partir du journal avec la nouvelle décision ; la page montre chaque échelon déplacé et pourquoi. Les matchs joués entre-temps restent acquis : on ne rejuge pas s’ils auraient dû être permis.

Le nombre de décisions de chaque admin, leur durée et celles qui ont été renversées figurent sur la page des admins.`,
    de: `## Wie ein Streitfall beginnt

Zwei verschiedene Meldungen eröffnen ihn von selbst. Ebenso ein Match, dessen Ergebnis einen Tag lang niemand meldet. Und jede Seite kann ihn statt einer Bestätigung eröffnen, mit einer kurzen Stellungnahme. Beschuldigt wird damit niemand: Es hält nur die Frist an, die das Ergebnis angenommen hätte.

## Was dann geschieht

Beide Seiten haben 24 Stunden für Stellungnahmen und Belege: Bilder, eine Demo, einen Link. Die Admins der Leiter sehen die Fälle nach Matchbeginn geordnet. Angestrebt ist eine Entscheidung binnen 72 Stunden; die Seite zeigt, wie viel davon bleibt, und danach werden auch die Admins der Website gefragt. Entscheidet zehn Tage lang niemand, wird das Match annulliert, und niemand wird dafür bestraft.

## Wer entscheiden darf

Ein Admin der Leiter, nie in einem Match, das er selbst spielt. Die Entscheidung nennt die Regel, auf der sie ruht, und begründet sich in Worten. Bevor er sie trifft, sieht der Admin jede Sprosse, die sie bewegen würde.

## Was eine Entscheidung sagen kann

- Das Match ist abgeschlossen, für die eine oder die andere Seite.
- Es wird wiederholt: Drei Zeiten werden genannt, die erste gilt als Standard.
- Es ist annulliert: Es zählt für niemanden.
- Es ist kampflos verloren: ein Sieg und eine Niederlage, wie überall.

## Danach

Gegen eine Entscheidung ist einmal Berufung möglich, binnen 48 Stunden, bei einem Admin der Website, der sie nicht getroffen hat. Wird sie aufgehoben, wird die Saison aus dem Protokoll mit der neuen Entscheidung neu berechnet; die Seite zeigt jede Sprosse, die sich bewegt hat, und warum. Zwischenzeitlich gespielte Matches bleiben bestehen: Ob sie hätten erlaubt sein dürfen, wird nicht noch einmal geprüft.

Wie viele Entscheidungen jeder Admin getroffen hat, wie lange sie dauerten und wie viele aufgehoben wurden, steht auf der Seite der Admins.`,
    pl: `## Jak zaczyna się spór

Dwa różne zgłoszenia wyniku otwierają go same. Podobnie mecz, którego wyniku przez dobę nikt nie podał. Każda strona może też otworzyć spór zamiast potwierdzać, z krótkim oświadczeniem. Nikogo się tym nie oskarża: zatrzymuje się tylko termin, po którym wynik zostałby przyjęty.

## Co dzieje się dalej

Obie strony mają 24 godziny na oświadczenia i dowody: zrzuty ekranu, demo, link. Administracja drabinki widzi sprawy uporządkowane według początku meczu. Orzeczenie ma zapaść w 72 godziny; strona pokazuje, ile zostało, a po tym czasie pytana jest też administracja serwisu. Jeśli przez dziesięć dni nikt nie orzeknie, mecz zostaje unieważniony i nikt nie ponosi kary.

## Kto może orzekać

Admin drabinki, nigdy w meczu, w którym gra. Orzeczenie podaje zasadę, na której się opiera, i uzasadnienie słowami. Zanim zapadnie, admin widzi każdy szczebel, który by się przesunął.

## Co może powiedzieć orzeczenie

- Mecz jest rozegrany, na korzyść jednej lub drugiej strony.
- Mecz będzie powtórzony: podaje się trzy terminy, pierwszy jest domyślny.
- Mecz jest unieważniony: nie liczy się nikomu.
- Mecz kończy się walkowerem: zwycięstwo i porażka, jak zawsze.

## Potem

Od orzeczenia można się raz odwołać, w ciągu 48 godzin, do admina serwisu, który go nie wydał. Jeśli zostanie uchylone, sezon przelicza się z dziennika na nowo, już z nowym orzeczeniem; strona pokazuje każdy przesunięty szczebel i powód. Mecze rozegrane w międzyczasie zostają: nie ocenia się ponownie, czy wolno je było zagrać.

Ile orzeczeń wydał każdy admin, jak długo to trwało i ile uchylono, widać na stronie administracji.`,
    pt: `## Como começa uma disputa

Dois relatos diferentes abrem uma sozinhos. Uma partida que ninguém relata em um dia também. E qualquer lado pode abrir uma em vez de confirmar, com uma breve declaração. Ninguém é acusado com isso: só para o prazo que teria aceitado o placar.

## O que acontece depois

Os dois lados têm 24 horas para declarações e provas: capturas, uma demo, um link. Os admins da escada veem os casos pela ordem de início das partidas. A meta é decidir em 72 horas; a página mostra quanto falta e, quando acaba, os admins do site também são chamados. Se ninguém decidir em dez dias, a partida é anulada e ninguém é punido.

## Quem pode decidir

Um admin da escada, nunca em uma partida que joga. A decisão cita a regra em que se apoia e dá o motivo por escrito. Antes de dar a decisão, o admin vê cada degrau que ela moveria.

## O que uma decisão pode dizer

- A partida está concluída, a favor de um lado ou do outro.
- Ela será repetida: três horários são indicados, e o primeiro é o padrão.
- Ela é anulada: não conta para ninguém.
- Ela é perdida por W.O.: uma vitória e uma derrota, como sempre.

## Depois

De uma decisão cabe um recurso, em 48 horas, a um admin do site que não a tenha dado. Se ela for revertida, a temporada é recalculada a partir do registro com a nova decisão; a página mostra cada degrau que se moveu e por quê. As partidas jogadas nesse meio-tempo continuam valendo: não se julga de novo se deviam ter sido permitidas.

Quantas decisões cada admin deu, quanto demorou e quantas foram revertidas está na página dos admins.`,
    fi: `## Miten kiista alkaa

Kaksi erilaista tulosilmoitusta avaa kiistan itsestään. Samoin ottelu, jonka tulosta kukaan ei ilmoita vuorokauteen. Kumpi tahansa puoli voi myös avata sen vahvistamisen sijaan lyhyellä lausunnolla. Ketään ei sillä syytetä: se vain pysäyttää kellon, joka olisi hyväksynyt tuloksen.

## Mitä sitten tapahtuu

Molemmilla on 24 tuntia aikaa lausunnoille ja todisteille: kuville, demolle, linkille. Tikkaiden ylläpito näkee tapaukset ottelun alkamisajan mukaan. Ratkaisuun pyritään 72 tunnissa; sivu näyttää, paljonko on jäljellä, ja sen jälkeen kysytään myös sivuston ylläpidolta. Jos kukaan ei ratkaise kymmeneen päivään, ottelu mitätöidään eikä ketään rangaista.

## Kuka saa ratkaista

Tikkaiden ylläpitäjä, ei koskaan ottelussa, jossa itse pelaa. Ratkaisu nimeää säännön, johon se nojaa, ja perustelee itsensä sanoin. Ennen ratkaisua ylläpitäjä näkee jokaisen puolan, jota se siirtäisi.

## Mitä ratkaisu voi sanoa

- Ottelu on pelattu, jommankumman puolen hyväksi.
- Se pelataan uudelleen: nimetään kolme aikaa, joista ensimmäinen on oletus.
- Se on mitätön: sitä ei lasketa kenellekään.
- Se on luovutettu: voitto ja tappio, kuten aina.

## Jälkeenpäin

Ratkaisusta voi valittaa kerran, 48 tunnin kuluessa, sivuston ylläpitäjälle, joka ei ole sitä antanut. Jos se kumotaan, kausi lasketaan lokista uudelleen uuden ratkaisun kanssa; sivu näyttää jokaisen siirtyneen puolan ja syyn. Sillä välin pelatut ottelut pysyvät: ei arvioida uudelleen, olisiko ne pitänyt sallia.

Kunkin ylläpitäjän ratkaisujen määrä, kesto ja kumotut ratkaisut näkyvät ylläpidon sivulla.`,
  },
};
