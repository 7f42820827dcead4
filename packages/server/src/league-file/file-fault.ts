/** A league's file cannot be taken as one; the message says what is wrong with it, as "its hash differs". */
export class FileFault extends Error {}

/** It is sealed, and no key that was given opens it: another may. */
export class KeyFault extends FileFault {}

/** A newer Muster wrote it than reads it. */
export class NewerFault extends FileFault {}
