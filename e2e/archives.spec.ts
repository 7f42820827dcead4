import { expect } from '@playwright/test';
import { openAlive } from './shell/open.ts';
import { type ApiPerson, getPublicKey, signInByApi } from './world/api-person.ts';
import { chooseAt } from './world/choose.ts';
import { makeName } from './world/names.ts';
import { setOffice } from './world/set-office.ts';
import { test } from './world/test.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

/** Sets the language of somebody's account, as the language menu does. */
async function speakPortuguese({ cookie }: ApiPerson): Promise<void> {
  const text = cookie
    .split('; ')
    .map((part) => part.slice(part.indexOf('=') + 1))
    .join('');
  const session = JSON.parse(Buffer.from(text.replace('base64-', ''), 'base64url').toString());
  const answer = await fetch(`${url}/rest/v1/profiles?user_id=eq.${session.user.id}`, {
    method: 'PATCH',
    headers: {
      apikey: await getPublicKey(url),
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ locale: 'pt' }),
  });
  expect(answer.status).toBe(204);
}

test('an editor tries a history on a phone in Portuguese, takes it in and finds it marked', async ({
  browser,
}) => {
  const admin = await signInByApi(url, makeName('Arquivista'));
  await setOffice(dataDir, 'grant', admin.name);
  await speakPortuguese(admin);
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    locale: 'pt-BR',
  });
  await context.addCookies(
    admin.cookie.split('; ').map((part) => {
      const [name = '', ...value] = part.split('=');
      return { name, value: value.join('='), url };
    }),
  );
  await context.addCookies([{ name: 'muster-locale', value: 'pt', url }]);
  const page = await context.newPage();
  const title = makeName('Copa');
  await openAlive(page, '/archives/import');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trazer um histórico');
  await page.getByLabel('Arquivo', { exact: true }).setInputFiles({
    name: 'copa.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `row;place;name\r\nstanding;1;"${title}; a ""velha"""\r\nstanding;dois;B\r\n`,
      'latin1',
    ),
  });
  await page.getByLabel('Título').fill(title);
  await page.getByLabel('De onde vem').fill('copa.example');
  await page.getByLabel('Terminou em').fill('2019-05-31');
  await page.getByRole('button', { name: 'Experimentar' }).click();
  await expect(page.getByText('1 linha fica de fora:')).toBeVisible();
  await expect(page.getByText('não é um número inteiro')).toBeVisible();
  const keep = page.getByRole('button', { name: 'Importar 1 linha' });
  await expect(keep).toBeVisible();
  // What was tried was of no game.
  await chooseAt(page.getByLabel('Jogo', { exact: true }), 1);
  await expect(keep).toHaveCount(0);
  await page.getByRole('button', { name: 'Experimentar' }).click();
  await keep.click();
  await page.getByRole('link', { name: 'Ver', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('Nosso registro não o comprova')).toBeVisible();
  await expect(page.getByRole('rowheader')).toHaveText(`${title}; a "velha"`);
  await context.close();
});

test('a season that is over stands in the archives with its trophies, and holds', async ({
  page,
}) => {
  await openAlive(page, '/archives?ladder=paintballers-5v5-na');
  await page.getByRole('listitem').getByRole('heading').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Trophies' })).toBeVisible();
  await page.getByRole('link', { name: 'Raw content' }).click();
  await page.getByRole('link', { name: 'Check it now' }).click();
  await expect(page.getByText('It holds: hash, counts')).toBeVisible();
  // A name goes with its account, so its hash proves less than the rest: the page says how much.
  await expect(page.getByText('no proof against whoever runs the database')).toBeVisible();
});
