/** What a kind of stream is whose state stands whole in its own row: it has no members, and no clock. */
export function inOneRow<State, Event>(empty: State, apply: (state: State, event: Event) => State) {
  const same = (state: State) => state;
  return {
    empty,
    apply,
    replay(from: State) {
      let state = from;
      return {
        take(event: Event) {
          state = apply(state, event);
        },
        getState: () => state,
      };
    },
    copy: same,
    toRoot: same,
    read: async (_queryable: unknown, _name: string, root: State) => root,
    isReadWhole: true,
    toKept: same,
    listChangedMembers: () => [],
    dropsMembers: () => false,
    findDue: () => null,
  };
}
