/** Of what an emblem can be: the form of its edge says which. */
export const emblemKinds = ['team', 'person', 'ladder', 'game'] as const;
export type EmblemKind = (typeof emblemKinds)[number];

export function isEmblemKind(value: string): value is EmblemKind {
  return emblemKinds.some((kind) => kind === value);
}

/** Edges in a frame of 40 by 44: shields of teams, round badges of people, banners of ladders, plates of games. */
export const outlines: Readonly<Record<EmblemKind, readonly string[]>> = {
  team: [
    'M2 2h36v16c0 12-8 19-18 24C10 37 2 30 2 18z',
    'M2 2h36v22a18 18 0 0 1-36 0z',
    'M2 2h36v31q0 5-5 5h-6q-5 0-7 4-2-4-7-4H7q-5 0-5-5z',
    'M2 2q9 4 18 0 9 4 18 0v18c0 11-8 18-18 22C10 38 2 31 2 20z',
    'M20 1.5l18 5.5v20q-5 10-18 15.5Q7 37 2 27V7z',
    'M8 2h24q0 6 6 6v13c0 10-8 17-18 21C10 38 2 31 2 21V8q6 0 6-6z',
    'M20 2q5 4 18 3c2 17-3 28-18 37C5 33 0 22 2 5q13 1 18-3z',
  ],
  person: [
    'M20 3a19 19 0 1 0 0 38 19 19 0 0 0 0-38z',
    'M12 3h16l11 11v16L28 41H12L1 30V14z',
    'M20 2l17.5 10v20L20 42 2.5 32V12z',
    'M20 2q9 0 13 4.5T38 22q0 11-5 15.5T20 42q-8 0-13-4.5T2 22Q2 11 7 6.5T20 2z',
    'M20 3c6 0 7 4 9.5 5.5S39 11 39 16c0 3-2 4-2 6s2 3 2 6c0 5-7 6-9.5 7.5S26 41 20 41s-7-4-9.5-5.5S1 33 1 28c0-3 2-4 2-6s-2-3-2-6c0-5 7-6 9.5-7.5S14 3 20 3z',
  ],
  ladder: [
    'M4 2h32v32L20 43 4 34z',
    'M4 2h32v40l-16-8-16 8z',
    'M4 2h32v35l-5.3 5-5.3-5-5.4 5-5.3-5-5.3 5L4 37z',
    'M4 2h32v26c0 8-8 13-16 14C12 41 4 36 4 28z',
  ],
  game: ['M9 2h22q8 0 8 8v24q0 8-8 8H9q-8 0-8-8V10q0-8 8-8z'],
};
