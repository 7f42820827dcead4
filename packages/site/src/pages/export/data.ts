/** What /export shows. */
export interface ExportData {
  /** The public file as it lies there; null before the first was made. */
  file: {
    /** The instant whose pages it has. */
    as_of: string;
    pages: number;
    /** In bytes. */
    size: number;
    sha256: string;
  } | null;
}
