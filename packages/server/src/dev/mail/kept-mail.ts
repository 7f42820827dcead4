/** A mail or a text of the local mailbox. */
export interface KeptMail {
  id: string;
  kind: string;
  recipient: string;
  /** Texts to phones have neither this nor a page. */
  subject: string | null;
  text_body: string;
  html_body: string | null;
  created_at: Date;
}
