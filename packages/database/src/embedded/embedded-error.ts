type EmbeddedErrorCode =
  | 'unsupported_platform'
  | 'binaries_incomplete'
  | 'already_running'
  | 'data_directory_unusable'
  | 'version_mismatch'
  | 'start_failed'
  | 'stop_failed';

/** The embedded PostgreSQL could not do what was asked; the message is one line for the person who started it. */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError';
  readonly code: EmbeddedErrorCode;

  constructor(code: EmbeddedErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
