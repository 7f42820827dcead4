declare module '*.css';

declare module '*.woff2?url' {
  const address: string;
  export default address;
}

declare module 'virtual:messages/*' {
  const messages: import('./intl/messages.ts').Messages;
  export default messages;
}
