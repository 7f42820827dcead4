import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId?: string;
}

/** An authenticator without a body: one key, always ready, as the WebAuthn specification has it. */
export interface SoftwareAuthenticator {
  create(options: CreationOptions): Record<string, unknown>;
  get(options: RequestOptions): Record<string, unknown>;
}

const present = 0x01;
const verified = 0x04;
const hasCredential = 0x40;

export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const toAuthenticatorData = (rpId: string, flags: number, attested: Buffer) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      count,
      attested,
    ]);
  };
  const toClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const toAnswer = (response: Record<string, string | null>) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  });

  return {
    create(options) {
      userHandle = options.user.id;
      const key = toCoseKey(publicKey);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, key]);
      const flags = present | verified | hasCredential;
      const authData = toAuthenticatorData(options.rp.id ?? '', flags, attested);
      const attestation = encodeMap([
        ['fmt', 'none'],
        ['attStmt', []],
        ['authData', authData],
      ]);
      return toAnswer({
        clientDataJSON: toClientData('webauthn.create', options.challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      });
    },
    get(options) {
      const clientData = toClientData('webauthn.get', options.challenge);
      const authData = toAuthenticatorData(options.rpId ?? '', present | verified, Buffer.alloc(0));
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
      return toAnswer({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle,
      });
    },
  };
}

function toCoseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return encodeMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

type Key = number | string;
type Value = number | string | Buffer | [Key, Value][];

/** The few kinds of CBOR that a credential is made of. */
function encodeMap(entries: readonly [Key, Value][]): Buffer {
  const parts = entries.flatMap(([key, value]) => [encode(key), encode(value)]);
  return Buffer.concat([encodeHead(5, entries.length), ...parts]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'number') {
    return value >= 0 ? encodeHead(0, value) : encodeHead(1, -value - 1);
  }
  if (typeof value === 'string') {
    return Buffer.concat([encodeHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (Buffer.isBuffer(value)) {
    return Buffer.concat([encodeHead(2, value.length), value]);
  }
  return encodeMap(value);
}

function encodeHead(kind: number, length: number): Buffer {
  if (length < 24) {
    return Buffer.from([(kind << 5) | length]);
  }
  if (length < 256) {
    return Buffer.from([(kind << 5) | 24, length]);
  }
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}
