/** The pool alone: the package's index puts a dispatcher of its own behind the `fetch` of the whole process. */
declare module 'undici/lib/dispatcher/pool.js' {
  import type { Pool } from 'undici';

  const pool: typeof Pool;
  export default pool;
}
