import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EnglishGlossary, listUnwanted } from './glossary.ts';
import { localesFolder } from './messages.ts';

function isRefused(locale: string, text: string): boolean {
  const read = (code: string) =>
    JSON.parse(
      readFileSync(join(localesFolder, `${code}.glossary.json`), 'utf8'),
    ) as EnglishGlossary;
  const never = { ...read('en').never, ...read(locale).never };
  return listUnwanted(locale, new Map([['here', text]]), { never }).length > 0;
}

// The first of each is how the league speaks to its reader, the others how it never does.
describe('one form of address a language', () => {
  it.each([
    ['de', 'Sie bieten Termine an, du bestätigst einen.', 'Wähle dein Team. Ihre Zeilen bleiben.'],
    ['es', 'Elige un equipo y escribe su nombre.', 'Tu equipo, vuestro capitán.'],
    ['fr', 'Choisissez votre équipe, les joueurs choisis jouent.', 'Ces tons, cet étonnement.'],
    ['pl', 'Wybierz swoją drużynę, a potem rywala.', 'Panel drużyny i jej opanowane mapy.'],
    ['pt', 'Escolha a sua equipe.', 'Atualize até o título.'],
    ['fi', 'Valitse joukkueesi. Te voitatte.', 'Testaa yhteys. Teidän vuoronne.'],
  ])('%s speaks as it speaks', (locale, ...texts) => {
    expect(texts.filter((text) => isRefused(locale, text))).toEqual([]);
  });

  it.each([
    ['de', 'Wählen Sie ein Team.', 'Das ist nur für Sie.', 'Bestätigen Sie mit Ihrem Code.'],
    ['es', 'Elija un equipo.', 'Es el turno de usted.', 'Ustedes confirman.', 'Pulse aquí.'],
    ['fr', 'Choisis une équipe.', 'C’est à toi.', 'Voici ton équipe.', 'Si tu veux, t’inscrire.'],
    ['pl', 'Czy chce Pan zagrać?', 'Proszę, by Państwo wybrali mapę.', 'Dla Pani.'],
    ['pt', 'Escolhe o teu time.', 'Esta é tua vez.', 'Vós confirmais.'],
    ['fi', 'Odotamme, että Te vastaatte.', 'Tämä on Teidän vuoronne.'],
  ])('%s has no other form', (locale, ...texts) => {
    expect(texts.filter((text) => !isRefused(locale, text))).toEqual([]);
  });

  it.each([
    ['en', 'Ask your administrator.'],
    ['es', 'Pregunta a tu administrador.'],
    ['fr', 'Demandez à votre administrateur.'],
    ['de', 'Wende dich an deinen Administrator.'],
    ['pl', 'Zapytaj administratora.'],
    ['pt', 'Fale com o administrador.'],
    ['fi', 'Kysy järjestelmänvalvojalta.'],
  ])('%s sends nobody to an administrator, whoever that is', (locale, text) => {
    expect(isRefused(locale, text)).toBe(true);
  });
});
