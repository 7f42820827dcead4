import { type ChainFault, findChainFault, type LoggedLine } from '../log.ts';

/** Checks whole streams, each from its first event; events of several streams may be mixed. Null: every chain holds. */
export function verifyChain(events: Iterable<LoggedLine>): ChainFault | null {
  const heads = new Map<string, LoggedLine>();
  for (const event of events) {
    const fault = findChainFault(event, heads.get(event.stream) ?? null);
    if (fault) {
      return fault;
    }
    heads.set(event.stream, event);
  }
  return null;
}
