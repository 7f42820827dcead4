/** What keeps a journal from being written or read; the message is a few words without a path or a secret. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault';
}

/** What went wrong with the journal, in words that may be shown. */
export function toJournalFault(error: unknown): string {
  if (error instanceof JournalFault) {
    return error.message;
  }
  return error instanceof Error && 'code' in error ? String(error.code) : 'see the server’s log';
}
