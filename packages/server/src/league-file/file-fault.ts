/** A league's file cannot be taken as one; the message says what is wrong with it, as "its hash differs". */
export class FileFault extends Error {}
