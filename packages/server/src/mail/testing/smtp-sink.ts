import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the server does with a mail, once it has the sender, or all of it. */
export type SinkMood = 'take' | 'busy' | 'refuse' | 'hang_up' | 'never_answer';

/** A real SMTP server on loopback that keeps what it takes. */
export interface SmtpSink {
  url: string;
  mails: { email: Email; to: string[] }[];
  /** How often somebody began a mail. */
  tries: number;
  mood: SinkMood;
  [Symbol.asyncDispose](): Promise<void>;
}

function toError(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function startSmtpSink({ user = '' } = {}): Promise<SmtpSink> {
  const server = new SMTPServer({
    authOptional: user === '',
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === user && password === 'secret'
        ? done(null, { user })
        : done(toError('wrong password', 535)),
    onMailFrom: (_address, _session, done) => {
      sink.tries += 1;
      if (sink.mood === 'busy') {
        done(toError('come back later', 451));
      } else if (sink.mood === 'refuse') {
        done(toError('we do not want you', 550));
      } else {
        done();
      }
    },
    onData: async (stream, session, done) => {
      const email = await PostalMime.parse(await readAll(stream));
      sink.mails.push({ email, to: session.envelope.rcptTo.map(({ address }) => address) });
      if (sink.mood === 'hang_up') {
        for (const socket of sockets) {
          socket.destroy();
        }
      } else if (sink.mood !== 'never_answer') {
        done();
      }
    },
  });
  const sockets = new Set<import('node:net').Socket>();
  server.server.on('connection', (socket: import('node:net').Socket) => sockets.add(socket));
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const login = user === '' ? '' : `${encodeURIComponent(user)}:secret@`;
  const sink: SmtpSink = {
    url: `smtp://${login}127.0.0.1:${port}`,
    mails: [],
    tries: 0,
    mood: 'take',
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return sink;
}
