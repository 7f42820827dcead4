/** Why there is no page: no route has the path, or what its parameters name cannot or does not exist. */
export interface MissingPage {
  reason: 'no_route' | 'invalid';
  /** As it was typed; without its query where no route has it. */
  path: string;
}
