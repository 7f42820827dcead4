/** What a server sent is none of its protocol's answers; all that reading an answer ever throws. */
export class MalformedAnswer extends Error {}
