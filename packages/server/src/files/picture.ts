/** Why a picture is not taken. */
export class PictureRefused extends Error {
  readonly code: 'picture_broken' | 'picture_too_large';

  constructor(code: PictureRefused['code']) {
    super(code);
    this.code = code;
  }
}

export interface Picture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** What is drawn of a file, by what it is for. */
export interface Pictures {
  evidence: { whole: Picture; preview: Picture };
  logo: { small: Picture; large: Picture };
  article: { picture: Picture };
  /** What goes with a link, drawn from an SVG of our own. */
  link: { picture: Picture };
  /** What the storage service has drawn, in the form that was asked for. */
  stored: { picture: Picture; mediaType: string };
  leagueLogo: { bar: Picture; icon: Picture; app: Picture; link: Picture; whole: Picture };
}
