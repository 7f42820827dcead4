import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { Delivery } from './send-message.ts';

/** A mail as the mail server gets it. */
export interface SmtpMessage {
  /** The same at every attempt, so that a receiver can tell a repetition. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl: string | null;
}

/** The league's mail server. */
export interface SmtpServer {
  deliver(message: SmtpMessage, signal: AbortSignal): Promise<Delivery>;
}

interface SmtpServerOptions {
  /** SMTP_URL; `?from=` names the sender. */
  url: string;
  getLeagueName: () => string;
  siteUrl: string;
}

const connectMilliseconds = 10_000;
const socketMilliseconds = 30_000;
const longestAnswer = 500;

/** The sender: what SMTP_URL says, the address that signs in there, else one of the site's own host. */
export function getSender(url: string, siteUrl: string): string {
  const { searchParams, username } = new URL(url);
  const user = decodeURIComponent(username);
  return (
    searchParams.get('from') ?? (user.includes('@') ? user : `noreply@${new URL(siteUrl).hostname}`)
  );
}

interface SmtpFailure {
  message: string;
  response?: string | undefined;
  responseCode?: number | undefined;
  permanent?: boolean | undefined;
  code?: string | undefined;
}

function toDelivery(failure: SmtpFailure, wasHandedOver: boolean): Delivery {
  const answer = (failure.response ?? failure.message).slice(0, longestAnswer);
  if (failure.responseCode !== undefined) {
    // A wrong password is ours to mend and says nothing of the mail.
    const isRefused = failure.permanent === true && failure.code !== 'EAUTH';
    return { outcome: isRefused ? 'refused' : 'later', answer };
  }
  return { outcome: wasHandedOver ? 'unknown' : 'later', answer };
}

/** The message's bytes, and whether the server ever got to see them. */
class HandedOver extends Readable {
  isStarted = false;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  /** Read only once the server has said that it takes the text. */
  override _read(): void {
    this.isStarted = true;
    this.push(this.#bytes);
    this.push(null);
  }
}

async function compose(message: SmtpMessage, from: { name: string; address: string }) {
  const { messageId, to, subject, text, html, unsubscribeUrl } = message;
  const headers =
    unsubscribeUrl === null
      ? { 'Auto-Submitted': 'auto-generated' }
      : {
          'Auto-Submitted': 'auto-generated',
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        };
  return new MailComposer({
    messageId,
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

function toConnectionOptions(url: string): SMTPConnectionOptions {
  const { host, port, secure, tls } = parseConnectionUrl(url) as SMTPConnectionOptions;
  return {
    host,
    port,
    secure,
    tls,
    connectionTimeout: connectMilliseconds,
    greetingTimeout: connectMilliseconds,
    dnsTimeout: connectMilliseconds,
    socketTimeout: socketMilliseconds,
  };
}

/**
 * Says good day to the mail server, and signs in where the address names who; no mail is sent.
 * Resolves to what is wrong, in words that hold no secret; null where it would take a mail.
 */
export async function greetSmtpServer(url: string, signal: AbortSignal): Promise<string | null> {
  const { username, password } = new URL(url);
  const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const connection = new SMTPConnection(toConnectionOptions(url));
  const close = () => connection.close();
  signal.addEventListener('abort', close);
  const { failure } = await converse(connection, (fail, done) => {
    connection.connect((error) => {
      if (error) {
        fail(error);
      } else if (username === '') {
        done('');
      } else {
        connection.login(credentials, (refusal) => (refusal ? fail(refusal) : done('')));
      }
    });
  });
  signal.removeEventListener('abort', close);
  close();
  if (failure === null) {
    return null;
  }
  const { code = 'no answer', responseCode } = failure;
  return `${code}${responseCode === undefined ? '' : ` (${responseCode})`}`;
}

type Conversation = { failure: SmtpFailure } | { failure: null; response: string };

/** Turns the connection's callbacks and its error event, of which any may come first, into one outcome. */
function converse(
  connection: SMTPConnection,
  work: (fail: (error: SmtpFailure) => void, done: (response: string) => void) => void,
): Promise<Conversation> {
  return new Promise((resolve) => {
    const fail = (failure: SmtpFailure) => resolve({ failure });
    connection.on('error', fail);
    connection.on('end', () => fail({ message: 'The connection was closed' }));
    work(fail, (response) => resolve({ failure: null, response }));
  });
}

/**
 * Speaks to the mail server, one connection a mail. Not by the library's pool: that sends again by
 * itself what a lost connection took with it, and does not tell how far a mail got.
 */
export function createSmtpServer({ url, getLeagueName, siteUrl }: SmtpServerOptions): SmtpServer {
  const address = getSender(url, siteUrl);
  const { username, password } = new URL(url);
  const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return {
    async deliver(message, signal) {
      const from = { name: getLeagueName(), address };
      const text = new HandedOver(await compose(message, from));
      const connection = new SMTPConnection(toConnectionOptions(url));
      const close = () => connection.close();
      signal.addEventListener('abort', close);
      const envelope = { from: from.address, to: [message.to] };
      const conversation = await converse(connection, (fail, done) => {
        const send = () =>
          connection.send(envelope, text, (error, taken) =>
            error ? fail(error) : done(taken.response),
          );
        connection.connect((error) => {
          if (error) {
            fail(error);
          } else if (username === '') {
            send();
          } else {
            connection.login(credentials, (refusal) => (refusal ? fail(refusal) : send()));
          }
        });
      });
      signal.removeEventListener('abort', close);
      if (conversation.failure !== null) {
        connection.close();
        return toDelivery(conversation.failure, text.isStarted);
      }
      connection.quit();
      return { outcome: 'sent', answer: conversation.response.slice(0, longestAnswer) };
    },
  };
}
