import { type APIRequestContext, expect } from '@playwright/test';
import { type ApiPerson, getPublicKey, toCookie } from './api-person.ts';
import { readMail } from './mailbox.ts';

interface Account {
  email: string;
  password: string;
}

async function post(url: string, path: string, body: Account): Promise<unknown> {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: await getPublicKey(url) },
    body: JSON.stringify(body),
  });
  expect(answer.status, path).toBe(200);
  return answer.json();
}

/** An account by e-mail, whose mail was followed, where how one joins is not what is tried. */
export async function joinByMail(
  url: string,
  request: APIRequestContext,
  account: Account,
): Promise<void> {
  await post(url, 'signup', account);
  const { link } = await readMail(request, account.email);
  expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
}

/** A session of somebody who has joined by e-mail. */
export async function signInByPassword(url: string, account: Account): Promise<ApiPerson> {
  const session = await post(url, 'token?grant_type=password', account);
  return { name: account.email, cookie: toCookie(session) };
}
