declare module '*.css';

declare module '*.woff2?url' {
  const address: string;
  export default address;
}

declare module 'virtual:messages/*' {
  type Messages = import('./intl/messages.ts').Messages;

  type GivenArea = import('./intl/given-areas.ts').GivenArea;

  /** The texts that come with their language. */
  export const given: Pick<Messages, GivenArea>;
  /** Loads one of the other areas. */
  export function loadArea<Name extends Exclude<keyof Messages, GivenArea>>(
    area: Name,
  ): Promise<{ default: Messages[Name] }>;
}
