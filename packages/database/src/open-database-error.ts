/** The database cannot be used; the message is one line for the person who starts the server. */
export class OpenDatabaseError extends Error {
  override readonly name = 'OpenDatabaseError';
  readonly code:
    | 'database_unreachable'
    | 'database_too_old'
    | 'database_too_small'
    | 'database_without_notices'
    | 'database_url_invalid';

  constructor(code: OpenDatabaseError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
