import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { DenoError } from '@muster/backend';
import type { Config } from '../config.ts';
import { lookAtFunctions } from '../functions/open-functions.ts';
import { isLoopbackHost } from '../http/origin.ts';
import { getMailWay } from '../mail/mail-way.ts';
import { greetSmtpServer } from '../mail/smtp.ts';
import { ok, toWords, type Verdict, warning, wrong } from './finding.ts';

const run = promisify(execFile);
const versionPatience = 3_000;

/** The mail server of `SMTP_URL`; nothing is sent. */
export async function lookAtMail(config: Config, signal: AbortSignal): Promise<Verdict> {
  const { smtpUrl } = config;
  if (smtpUrl === null) {
    return getMailWay(config) === 'mailbox'
      ? ok('kept in /dev/mail, for this machine')
      : warning('none goes out: set SMTP_URL');
  }
  const { hostname } = new URL(smtpUrl);
  const fault = await greetSmtpServer(smtpUrl, signal);
  return fault === null
    ? ok(`${hostname} takes it`)
    : wrong(
        `${hostname} does not take it: ${fault}; see host, port, name and password in SMTP_URL`,
      );
}

/** Deno, where a function is on. */
export async function lookAtDeno(
  config: Pick<Config, 'functionsDir' | 'supabase'>,
): Promise<Verdict> {
  if (config.supabase !== null) {
    return ok('those of the project that SUPABASE_URL names');
  }
  try {
    const { names, hasDeno } = await lookAtFunctions(config.functionsDir);
    if (names.length === 0) {
      return ok('none is on');
    }
    return hasDeno
      ? ok(`${names.join(', ')}: Deno is here`)
      : warning(`${names.join(', ')}: Deno is not here yet, and the next start fetches it by npm`);
  } catch (error) {
    if (error instanceof DenoError) {
      return wrong(error.message);
    }
    throw error;
  }
}

/** `SITE_URL`: safe, and leading here. */
export async function lookAtAddress(
  { siteUrl, host }: Pick<Config, 'siteUrl' | 'host'>,
  signal: AbortSignal,
): Promise<Verdict> {
  if (siteUrl === null) {
    return ['127.0.0.1', '::1', 'localhost'].includes(host)
      ? ok('this machine’s alone: set SITE_URL where others are to come')
      : wrong('SITE_URL is not set, and HOST lets others come: set it to the https address');
  }
  const { protocol, host: name, origin } = new URL(siteUrl);
  if (protocol !== 'https:' && !isLoopbackHost(name)) {
    return wrong(`${origin} is not https: passwords and sessions can be read on the way`);
  }
  const address = `${siteUrl.replace(/\/+$/, '')}/healthz`;
  try {
    const answer = await fetch(address, { signal, redirect: 'manual' });
    const text = answer.ok ? (await answer.text()).slice(0, 10) : '';
    return text === 'ok'
      ? ok(`${origin} leads to a Muster`)
      : wrong(`${origin} answers, but is no Muster (${answer.status}): see the proxy`);
  } catch (error) {
    const why = signal.aborted ? 'no answer' : toWords(error);
    const isCertificate = /CERT|ALTNAME|SELF_SIGNED|SIGNATURE/.test(why);
    return isCertificate
      ? wrong(`${origin} has a certificate that is not good (${why}): renew it`)
      : warning(`${origin} does not answer from here (${why}): start the league, or see the proxy`);
  }
}

async function findMajor(program: string, env: NodeJS.ProcessEnv): Promise<number | null> {
  const said = await run(program, ['--version'], { timeout: versionPatience, env }).catch(
    () => null,
  );
  const [, major] = /\(PostgreSQL\) (\d+)/.exec(said?.stdout ?? '') ?? [];
  return major === undefined ? null : Number(major);
}

/** PostgreSQL's own client, which only a move to a Supabase needs. */
export async function lookAtClient(
  serverVersion: string | null,
  environment = process.env,
): Promise<Verdict> {
  const wanted = Number.parseInt(serverVersion ?? '18', 10);
  const [dump, psql] = await Promise.all(
    ['pg_dump', 'psql'].map((program) => findMajor(program, environment)),
  );
  const needs = `a move to a Supabase needs pg_dump and psql of ${wanted} or newer`;
  const toDo = `apt-get install postgresql-client-${wanted}, before such a move`;
  if (dump == null || psql == null) {
    return warning(`${needs}, and ${dump == null ? 'pg_dump' : 'psql'} is not here: ${toDo}`);
  }
  return Math.min(dump, psql) < wanted
    ? warning(`${needs}, and here are pg_dump ${dump} and psql ${psql}: ${toDo}`)
    : ok(`${needs}: ${dump} and ${psql} are here`);
}
