/** A mistake in a folder of content; its message is one line with file and field. */
export class ContentError extends Error {}
