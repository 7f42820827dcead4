/** A name that the database's rules refuse; the code and what its sentence says are as a command's. */
export class NameRefused extends Error {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(code: string, params: Readonly<Record<string, unknown>>) {
    super(code);
    this.code = code;
    this.params = params;
  }
}
