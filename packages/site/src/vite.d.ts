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
  /** Loads each other area. */
  export const areas: {
    [Name in Exclude<keyof Messages, GivenArea>]: () => Promise<{ default: Messages[Name] }>;
  };
}
