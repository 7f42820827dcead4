const none: Readonly<Record<string, string>> = {};

/** In place of `client/profile/use-chat-ids.ts`: who is linked with what is told by the server alone. */
export function useChatIds(): Readonly<Record<string, string>> {
  return none;
}
