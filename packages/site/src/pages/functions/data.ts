/** A line that a function has said, or that was said of it. */
export interface FunctionLogLine {
  id: string;
  function: string;
  /** The call during which it was said; null beside one. */
  request_id: string | null;
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
  /** An instant in ISO 8601. */
  at: string;
}

/** What functions said, the newest first, for site admins. */
export interface FunctionsData {
  /** Those that have said something; some of them may be gone. */
  functions: string[];
  /** By what the lines are narrowed: a function's name, a call's id; '' where they are not. */
  filter: { function: string; request: string };
  lines: FunctionLogLine[];
  /** The line after which older ones come; null where there are none. */
  older: string | null;
  is_latest: boolean;
}
