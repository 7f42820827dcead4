export interface CommandError {
  code: string;
  params: Record<string, string | number>;
  /** The field of the form that it is about. */
  field?: string;
}

export type CommandAnswer<Data> = { ok: true; data: Data } | { ok: false; error: CommandError };

export interface CommandOptions {
  method?: 'POST' | 'DELETE' | 'PUT' | 'PATCH';
  /** Given again when a person repeats what may have arrived; made anew else. */
  commandId?: string;
}
