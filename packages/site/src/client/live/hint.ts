/** What the server says on a topic: that something changed, not what. */
export interface Hint {
  id: string;
  version: number;
}
