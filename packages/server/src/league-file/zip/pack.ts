import { constants, createDeflateRaw } from 'node:zlib';

/** Rows are packed to a tenth by the fastest, and the slower ones gain little. */
const level = 1;
const chunkSize = 64 * 1024;

/** Packs one entry after another: what zlib needs for it takes longer to make than many an entry to pack. */
export interface Packer {
  /** Takes a piece of an entry and gives what of it is packed; the piece may be used again then. */
  pack(piece: Uint8Array): Promise<Buffer[]>;
  /** Gives the rest of the entry; the next piece is another's. */
  end(): Promise<Buffer[]>;
  close(): void;
}

export function createPacker(): Packer {
  const deflate = createDeflateRaw({ level, chunkSize });
  let packed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => packed.push(chunk));
  const { promise: failed, reject } = Promise.withResolvers<never>();
  deflate.on('error', reject);
  failed.catch(() => undefined);
  const work = async (begin: (done: () => void) => void) => {
    await Promise.race([new Promise<void>(begin), failed]);
    const own = packed;
    packed = [];
    return own;
  };
  return {
    pack: (piece) => work((done) => void deflate.write(piece, () => done())),
    async end() {
      const rest = await work((done) => deflate.flush(constants.Z_FINISH, done));
      deflate.reset();
      return rest;
    },
    close: () => deflate.destroy(),
  };
}
