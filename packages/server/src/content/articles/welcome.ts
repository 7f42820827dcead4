import type { ArticleContent } from '../types.ts';

export const welcome: ArticleContent = {
  slug: 'welcome',
  game_slug: null,
  published_at: '2026-10-01T18:00:00Z',
  title: {
    en: 'Welcome to Muster',
    es: 'Te damos la bienvenida a Muster',
    fr: 'Bienvenue sur Muster',
    de: 'Willkommen bei Muster',
    pl: 'Witamy w Muster',
    pt: 'Boas-vindas ao Muster',
    fi: 'Tervetuloa Musteriin',
  },
  summary: {
    en: 'From signing in to your first match, in ten minutes of reading and clicking.',
    es: 'De iniciar sesión a tu primer partido, en diez minutos de lectura y clics.',
    fr: 'De la connexion au premier match, en dix minutes de lecture et de clics.',
    de: 'Von der Anmeldung bis zum ersten Match, in zehn Minuten Lesen und Klicken.',
    pl: 'Od zalogowania do pierwszego meczu, w dziesięć minut czytania i klikania.',
    pt: 'Do primeiro acesso à primeira partida, em dez minutos de leitura e cliques.',
    fi: 'Kirjautumisesta ensimmäiseen otteluun kymmenessä minuutissa.',
  },
  body: {
    en: `Muster is for people who would rather play a match on Thursday at eight than queue for one now. You find teammates, agree a time with real opponents, and somebody neutral is there when it goes wrong.

## Your first evening

1. **Sign in** with your chat account. There is no other password. Your name and language come along; change both on your account page.
2. **Get a team.** Found one, or open the invite link that a captain sent you. You may be on several teams, but only on one in a season of a ladder.
3. **Say when you can play.** Your weekly hours on the account page decide the default time when two teams cannot agree, so it pays to be honest.
4. **Join a ladder.** You start at the bottom. Your first two challenges may reach up to the middle.
5. **Challenge somebody.** The red bracket beside the standings shows whom. From then on the match page says at every moment who must do what, and until when.

## Three things worth knowing

- Every clock is public. Both sides see the same one.
- Every automatic act names its rule and shows what it counted.
- Nobody is punished without a reason that they can read, and any ruling may be appealed once.`,
    es: `Muster es para quien prefiere jugar un partido el jueves a las ocho antes que hacer cola ahora. Encuentras compañeros, acuerdas una hora con rivales de verdad, y hay alguien neutral cuando algo sale mal.

## Tu primera noche

1. **Inicia sesión** con tu cuenta de chat. No hay otra contraseña. Tu nombre y tu idioma vienen contigo; puedes cambiarlos en tu cuenta.
2. **Consigue un equipo.** Funda uno o abre el enlace de invitación que te mandó un capitán. Puedes estar en varios equipos, pero solo en uno por temporada de cada escalera.
3. **Di cuándo puedes jugar.** Tus horas semanales deciden la hora por defecto cuando dos equipos no se ponen de acuerdo, así que conviene ser sincero.
4. **Apúntate a una escalera.** Empiezas abajo. Tus dos primeros desafíos pueden llegar hasta la mitad.
5. **Desafía a alguien.** El corchete rojo junto a la clasificación muestra a quién. Desde entonces la página del partido dice en todo momento quién debe hacer qué y hasta cuándo.

## Tres cosas que conviene saber

- Todos los plazos son públicos. Ambos lados ven el mismo reloj.
- Todo acto automático nombra su regla y muestra lo que ha contado.
- Nadie recibe una sanción sin un motivo que pueda leer, y toda resolución se puede apelar una vez.`,
    fr: `Muster s’adresse à celles et ceux qui préfèrent jouer un match jeudi à vingt heures plutôt que d’attendre dans une file. Vous trouvez des coéquipiers, convenez d’une heure avec de vrais adversaires, et quelqu’un de neutre est là quand cela tourne mal.

## Votre première soirée

1. **Connectez-vous** avec votre compte de messagerie. Il n’y a pas d’autre mot de passe. Votre nom et votre langue suivent ; les deux se changent sur la page du compte.
2. **Trouvez une équipe.** Fondez-en une ou ouvrez le lien d’invitation reçu d’un capitaine. On peut être dans plusieurs équipes, mais dans une seule par saison d’une échelle.
3. **Dites quand vous pouvez jouer.** Vos heures de la semaine décident de l’heure par défaut quand deux équipes ne s’accordent pas : mieux vaut être honnête.
4. **Rejoignez une échelle.** On commence en bas. Vos deux premiers défis peuvent monter jusqu’au milieu.
5. **Défiez quelqu’un.** Le crochet rouge à côté du classement montre qui. Dès lors, la page du match dit à chaque instant qui doit faire quoi, et jusqu’à quand.

## Trois choses utiles à savoir

- Tous les délais sont publics. Les deux camps voient la même horloge.
- Tout acte automatique cite sa règle et montre ce qu’il a compté.
- Personne n’est sanctionné sans un motif lisible, et toute décision peut faire l’objet d’un appel, une fois.`,
    de: `Muster ist für alle, die lieber am Donnerstag um acht ein Match spielen, als jetzt in einer Warteschlange zu stehen. Du findest Mitspieler, machst mit echten Gegnern eine Zeit aus, und wenn etwas schiefgeht, ist jemand Neutrales da.

## Dein erster Abend

1. **Melde dich an**, mit deinem Chatkonto. Ein weiteres Passwort gibt es nicht. Name und Sprache kommen mit; beides änderst du auf deiner Kontoseite.
2. **Such dir ein Team.** Gründe eines oder öffne den Einladungslink, den dir ein Captain geschickt hat. Du kannst in mehreren Teams sein, aber je Saison einer Leiter nur in einem.
3. **Sag, wann du kannst.** Deine Wochenzeiten bestimmen den Standardtermin, wenn sich zwei Teams nicht einigen; Ehrlichkeit lohnt sich also.
4. **Melde dich zu einer Leiter.** Du beginnst unten. Deine ersten zwei Forderungen reichen bis zur Mitte.
5. **Fordere jemanden.** Die rote Klammer neben der Tabelle zeigt, wen. Ab dann sagt die Matchseite jederzeit, wer was bis wann zu tun hat.

## Drei Dinge, die du wissen solltest

- Jede Frist ist öffentlich. Beide Seiten sehen dieselbe Uhr.
- Jede automatische Handlung nennt ihre Regel und zeigt, was sie gezählt hat.
- Niemand wird ohne einen lesbaren Grund bestraft, und gegen jede Entscheidung ist einmal Berufung möglich.`,
    pl: `Muster jest dla tych, którzy wolą zagrać mecz w czwartek o ósmej, niż stać teraz w kolejce. Znajdujesz tu drużynę, umawiasz godzinę z prawdziwymi rywalami, a gdy coś pójdzie nie tak, jest ktoś neutralny.

## Twój pierwszy wieczór

1. **Zaloguj się** kontem czatu. Innego hasła nie ma. Imię i język przychodzą razem z kontem; oba zmienisz na stronie konta.
2. **Znajdź drużynę.** Załóż własną albo otwórz link z zaproszeniem od kapitana. Możesz być w kilku drużynach, ale w jednym sezonie drabinki tylko w jednej.
3. **Powiedz, kiedy możesz grać.** Twoje godziny w tygodniu decydują o domyślnym terminie, gdy dwie drużyny się nie dogadają, więc opłaca się pisać prawdę.
4. **Dołącz do drabinki.** Zaczynasz na dole. Pierwsze dwa wyzwania mogą sięgać do połowy.
5. **Wyzwij kogoś.** Czerwona klamra przy tabeli pokazuje kogo. Od tej chwili strona meczu w każdym momencie mówi, kto ma co zrobić i do kiedy.

## Trzy rzeczy, które warto wiedzieć

- Każdy termin jest jawny. Obie strony widzą ten sam zegar.
- Każde automatyczne działanie podaje swoją zasadę i pokazuje, co policzyło.
- Nikt nie jest karany bez powodu, który może przeczytać, a od każdego orzeczenia można się raz odwołać.`,
    pt: `O Muster é para quem prefere jogar uma partida na quinta às oito a esperar em uma fila agora. Você encontra companheiros, combina um horário com adversários de verdade, e há alguém neutro quando algo dá errado.

## Sua primeira noite

1. **Entre** com a sua conta de chat. Não existe outra senha. Seu nome e seu idioma vêm junto; os dois podem ser trocados na página da conta.
2. **Arrume um time.** Funde um ou abra o link de convite que um capitão mandou. Dá para estar em vários times, mas só em um por temporada de cada escada.
3. **Diga quando pode jogar.** Seus horários da semana decidem o horário padrão quando dois times não se acertam, então vale a pena ser sincero.
4. **Entre em uma escada.** Você começa embaixo. Seus dois primeiros desafios podem chegar até o meio.
5. **Desafie alguém.** O colchete vermelho ao lado da tabela mostra quem. Daí em diante a página da partida diz a todo momento quem deve fazer o quê, e até quando.

## Três coisas que vale saber

- Todo prazo é público. Os dois lados veem o mesmo relógio.
- Todo ato automático cita a sua regra e mostra o que contou.
- Ninguém é punido sem um motivo que possa ler, e de toda decisão cabe um recurso.`,
    fi: `Muster on niille, jotka pelaavat mieluummin ottelun torstaina kahdeksalta kuin jonottavat sellaiseen nyt. Löydät joukkuetovereita, sovit ajan oikeiden vastustajien kanssa, ja jos jokin menee pieleen, paikalla on joku puolueeton.

## Ensimmäinen iltasi

1. **Kirjaudu sisään** keskustelutililläsi. Muuta salasanaa ei ole. Nimi ja kieli tulevat mukana; molemmat voit vaihtaa tilisivullasi.
2. **Hanki joukkue.** Perusta oma tai avaa kutsulinkki, jonka kapteeni lähetti. Voit olla monessa joukkueessa, mutta yhden kauden aikana samoilla tikkailla vain yhdessä.
3. **Kerro, milloin pääset pelaamaan.** Viikkoaikasi ratkaisevat oletusajan, kun joukkueet eivät pääse sopuun, joten rehellisyys kannattaa.
4. **Liity tikkaille.** Aloitat pohjalta. Kaksi ensimmäistä haastettasi saavat yltää puoliväliin.
5. **Haasta joku.** Punainen hakanen tilanteen vieressä näyttää, kenet. Siitä lähtien ottelusivu kertoo joka hetki, kenen on tehtävä mitä ja mihin mennessä.

## Kolme asiaa, jotka kannattaa tietää

- Jokainen määräaika on julkinen. Molemmat puolet näkevät saman kellon.
- Jokainen automaattinen toimi nimeää sääntönsä ja näyttää, mitä se laski.
- Ketään ei rangaista ilman syytä, jonka voi lukea, ja jokaisesta ratkaisusta saa valittaa kerran.`,
  },
};
