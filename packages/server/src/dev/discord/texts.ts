/** What the local sign-in page says, in one language. */
export interface SignInTexts {
  /** The tag that `lang` takes. */
  tag: string;
  title: string;
  heading: string;
  explanation: string;
  newHeading: string;
  nameLabel: string;
  nameHint: string;
  signIn: string;
  peopleHeading: string;
  noPeople: string;
  cancel: string;
  badName: string;
  badRequest: string;
}

export type SignInLanguage = 'en' | 'es' | 'fr' | 'de' | 'pl' | 'pt' | 'fi';

export const texts: Readonly<Record<SignInLanguage, SignInTexts>> = {
  en: {
    tag: 'en-US',
    title: 'Local sign-in',
    heading: 'Who are you?',
    explanation:
      'This page stands in for Discord while no Discord credentials are set. It answers only on this computer, and anyone may be anyone here.',
    newHeading: 'Somebody new',
    nameLabel: 'Your name',
    nameHint: '2 to 32 characters. The same name signs you in to the same account again.',
    signIn: 'Sign in',
    peopleHeading: 'People of the demonstration season',
    noPeople: 'No demonstration season is loaded.',
    cancel: 'Cancel and go back',
    badName: 'A name has 2 to 32 characters, one of them a letter or a digit.',
    badRequest: 'This address is not a sign-in request. Begin again from the site.',
  },
  es: {
    tag: 'es-ES',
    title: 'Inicio de sesión local',
    heading: '¿Quién eres?',
    explanation:
      'Esta página sustituye a Discord mientras no haya credenciales de Discord configuradas. Solo responde en este ordenador, y aquí cualquiera puede ser cualquiera.',
    newHeading: 'Alguien nuevo',
    nameLabel: 'Tu nombre',
    nameHint: 'De 2 a 32 caracteres. Con el mismo nombre vuelves a la misma cuenta.',
    signIn: 'Iniciar sesión',
    peopleHeading: 'Personas de la temporada de demostración',
    noPeople: 'No hay ninguna temporada de demostración cargada.',
    cancel: 'Cancelar y volver',
    badName: 'Un nombre tiene de 2 a 32 caracteres, y al menos una letra o una cifra.',
    badRequest:
      'Esta dirección no es una solicitud de inicio de sesión. Empieza de nuevo desde el sitio.',
  },
  fr: {
    tag: 'fr-FR',
    title: 'Connexion locale',
    heading: 'Qui êtes-vous ?',
    explanation:
      'Cette page remplace Discord tant qu’aucun identifiant Discord n’est configuré. Elle ne répond que sur cet ordinateur, et chacun peut y être n’importe qui.',
    newHeading: 'Quelqu’un de nouveau',
    nameLabel: 'Votre nom',
    nameHint: 'De 2 à 32 caractères. Le même nom vous ramène au même compte.',
    signIn: 'Se connecter',
    peopleHeading: 'Personnes de la saison de démonstration',
    noPeople: 'Aucune saison de démonstration n’est chargée.',
    cancel: 'Annuler et revenir',
    badName: 'Un nom compte de 2 à 32 caractères, dont au moins une lettre ou un chiffre.',
    badRequest: 'Cette adresse n’est pas une demande de connexion. Recommencez depuis le site.',
  },
  de: {
    tag: 'de-DE',
    title: 'Lokale Anmeldung',
    heading: 'Wer bist du?',
    explanation:
      'Diese Seite vertritt Discord, solange keine Discord-Zugangsdaten gesetzt sind. Sie antwortet nur auf diesem Rechner, und jeder kann hier jeder sein.',
    newHeading: 'Jemand Neues',
    nameLabel: 'Dein Name',
    nameHint: '2 bis 32 Zeichen. Derselbe Name führt wieder zum selben Konto.',
    signIn: 'Anmelden',
    peopleHeading: 'Personen der Demosaison',
    noPeople: 'Es ist keine Demosaison geladen.',
    cancel: 'Abbrechen und zurück',
    badName:
      'Ein Name hat 2 bis 32 Zeichen, mindestens eines davon ein Buchstabe oder eine Ziffer.',
    badRequest: 'Diese Adresse ist keine Anmeldung. Beginne auf der Seite von vorn.',
  },
  pl: {
    tag: 'pl-PL',
    title: 'Logowanie lokalne',
    heading: 'Kim jesteś?',
    explanation:
      'Ta strona zastępuje Discorda, dopóki nie ustawiono danych dostępowych Discorda. Odpowiada tylko na tym komputerze i każdy może tu być każdym.',
    newHeading: 'Ktoś nowy',
    nameLabel: 'Twoja nazwa',
    nameHint: 'Od 2 do 32 znaków. Ta sama nazwa prowadzi z powrotem na to samo konto.',
    signIn: 'Zaloguj się',
    peopleHeading: 'Osoby z sezonu pokazowego',
    noPeople: 'Nie wczytano sezonu pokazowego.',
    cancel: 'Anuluj i wróć',
    badName: 'Nazwa ma od 2 do 32 znaków, w tym co najmniej jedną literę lub cyfrę.',
    badRequest: 'Ten adres nie jest prośbą o zalogowanie. Zacznij jeszcze raz na stronie.',
  },
  pt: {
    tag: 'pt-BR',
    title: 'Login local',
    heading: 'Quem é você?',
    explanation:
      'Esta página substitui o Discord enquanto não houver credenciais do Discord configuradas. Ela só responde neste computador, e aqui qualquer um pode ser qualquer um.',
    newHeading: 'Alguém novo',
    nameLabel: 'Seu nome',
    nameHint: 'De 2 a 32 caracteres. O mesmo nome leva de volta à mesma conta.',
    signIn: 'Entrar',
    peopleHeading: 'Pessoas da temporada de demonstração',
    noPeople: 'Nenhuma temporada de demonstração foi carregada.',
    cancel: 'Cancelar e voltar',
    badName: 'Um nome tem de 2 a 32 caracteres, pelo menos um deles letra ou dígito.',
    badRequest: 'Este endereço não é um pedido de login. Comece de novo pelo site.',
  },
  fi: {
    tag: 'fi-FI',
    title: 'Paikallinen kirjautuminen',
    heading: 'Kuka olet?',
    explanation:
      'Tämä sivu toimii Discordin sijasta, kunnes Discordin tunnukset on asetettu. Se vastaa vain tällä koneella, ja täällä kuka tahansa voi olla kuka tahansa.',
    newHeading: 'Joku uusi',
    nameLabel: 'Nimesi',
    nameHint: '2–32 merkkiä. Sama nimi vie uudelleen samalle tilille.',
    signIn: 'Kirjaudu sisään',
    peopleHeading: 'Esittelykauden pelaajat',
    noPeople: 'Esittelykautta ei ole ladattu.',
    cancel: 'Peruuta ja palaa',
    badName: 'Nimessä on 2–32 merkkiä, joista vähintään yksi on kirjain tai numero.',
    badRequest: 'Tämä osoite ei ole kirjautumispyyntö. Aloita uudelleen sivustolta.',
  },
};

/** The first language that the browser wants and we have, by its weights; English otherwise. */
export function pickLanguage(acceptLanguage: string | undefined): SignInLanguage {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const weight = parameters.find((text) => text.trim().startsWith('q='));
      return {
        language: tag.trim().slice(0, 2).toLowerCase(),
        weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0,
      };
    })
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight);
  return wanted.map(({ language }) => language).find(isSignInLanguage) ?? 'en';
}

function isSignInLanguage(language: string): language is SignInLanguage {
  return Object.hasOwn(texts, language);
}
