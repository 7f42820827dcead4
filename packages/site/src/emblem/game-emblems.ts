/** What is drawn on a plate of 40 by 44 for a game that ships, and the line round it. */
interface GameArt {
  art: string;
  line: string;
  /** Round a line of ivory: the ground of the drawing. */
  rim?: string;
}

const ivory = '#f6efe4';
const gold = '#f2c84b';

const fill = (colour: string, path: string) =>
  `<path fill="${colour}" fill-rule="evenodd" d="${path}"/>`;
const ground = (colour: string) => fill(colour, 'M0 0h40v44H0z');

/** Cross hairs on a target that was hit. */
const aqtion =
  ground('#8c4a12') +
  fill(
    '#a25a1b',
    'M20 5a17 17 0 1 0 0 34 17 17 0 0 0 0-34zM20 11a11 11 0 1 1 0 22 11 11 0 0 1 0-22z',
  ) +
  fill(
    ivory,
    'M18.5 5h3v9.5h-3zM18.5 29.5h3V39h-3zM3 20.5h9.5v3H3zM27.5 20.5H37v3h-9.5zM20 17l1.6 3.4 3.4 1.6-3.4 1.6L20 27l-1.6-3.4L15 22l3.4-1.6z',
  );

/** A hill with the three lines of its heights, and the needle of a compass over it. */
const arma =
  ground('#3c6b35') +
  fill('#4d8044', 'M0 44V33Q9 29 14 24T27 25 40 33V44z') +
  fill('#639457', 'M6 44Q14 38 18 33T27 34 35 44z') +
  fill(ivory, 'M20 4l5 16-5-3-5 3zM20 40l-5-16 5 3 5-3z');

/** A storm of the century: bands that wind to the ground. */
const storm =
  ground('#15687c') +
  fill(
    ivory,
    'M5 6h30q1 5-4 5.5H9Q4 11 5 6zM8 14h22q4 0 4 1 0 4-5 4.5H14Q8 19 8 14zM12 22h17q1 5-4 5.5h-8Q12 27 12 22zM15 30h13q0 4-4 4.5h-5Q15 34 15 30zM18 37h8q-1 3-3 4-4-1-5-4z',
  ) +
  fill(gold, 'M31 22l-4 8h3l-2 7 7-10h-3.5l2-5z');

/** A tank from the front, on its tracks. */
const tank =
  ground('#a32a22') +
  fill('#bb4136', 'M0 44L16 18h8l16 26z') +
  fill(
    ivory,
    'M15 12h10l3 8h4l3 5v12h-8v-4H13v4H5V25l3-5h4zM20 14.5a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM10 24l-1 3h22l-1-3z',
  ) +
  fill(
    '#a32a22',
    'M20 16a1.3 1.3 0 1 0 0 2.6 1.3 1.3 0 0 0 0-2.6zM5 28.5h5v1.5H5zM5 32h5v1.5H5zM30 28.5h5v1.5h-5zM30 32h5v1.5h-5z',
  );

/** A road that winds to the pass. */
const road =
  ground('#2b5fae') +
  fill('#4a7bc4', 'M0 25L11 9l7 9 8-13 14 20v19H0z') +
  fill(ivory, 'M11 9l3.5 4.5-2 1.5-2-1-2 1.5zM26 5l4.5 6.5-2.5 1.5-2-1.5-2.5 2-1.5-1.5z') +
  fill(
    ivory,
    'M6 44C7 35 27 36 27 31.5 27 28 16 29 16 25c0-2.5 3-3.5 6-4-1.5 1.2-2 2-1 3 2.5 2 12 2 12 8.5 0 5-7 6-8 11.5z',
  ) +
  fill(
    '#2b5fae',
    'M15 42q1-3 4-4.5l1 1q-2.5 1.2-3.2 3.5zM22 36.5q4-1.5 6-3l1 1q-2 2-6 3.2zM21.5 27.5q3 .8 5.5 2l-1 1q-2.5-1-5-1.7z',
  );

/** A vault's door that stands ajar on coins. */
const vault =
  ground('#f2c84b') +
  fill('#d9ab29', 'M40 0v44H20z') +
  fill(
    '#7a2418',
    'M19 6a14 14 0 1 0 0 28 14 14 0 0 0 0-28zM19 9.5a10.5 10.5 0 1 1 0 21 10.5 10.5 0 0 1 0-21zM17.5 11h3v5.3a4 4 0 0 1 1.8 1l4.6-2.6 1.5 2.6-4.6 2.7a4 4 0 0 1 0 2l4.6 2.6-1.5 2.6-4.6-2.6a4 4 0 0 1-1.8 1V29h-3v-5.4a4 4 0 0 1-1.8-1l-4.6 2.6-1.5-2.6 4.6-2.6a4 4 0 0 1 0-2l-4.6-2.7 1.5-2.6 4.6 2.6a4 4 0 0 1 1.8-1z',
  ) +
  fill('#7a2418', 'M23 37h13v2.5H23zM25 33.5h11V36H25zM24 40.5h12V43H24z');

/** What sees in the dark: goggles of four tubes. */
const goggles =
  ground('#44524f') +
  fill('#56666a', 'M0 0h40L0 44z') +
  fill(ivory, 'M8 8h24l3 9v6c0 5-3 6-6 6-4 0-5-3-9-3s-5 3-9 3c-3 0-6-1-6-6v-6zM14 32h12l-2 6h-8z') +
  fill('#2d7a4c', 'M11 16.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM29 16.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z') +
  fill('#44524f', 'M17.5 12h5v9h-5z');

/** Paint where it has hit. */
const splash =
  ground('#f6efe4') +
  fill(
    '#a8337f',
    'M20 9c3 0 3 3 5 4s5-4 8-2-1 5 0 8 6 2 6 5-5 2-6 4 3 6 0 8-5-3-8-2-2 7-5 7-2-6-5-7-5 4-8 2 1-6 0-8-6-1-6-4 5-2 6-5-3-6 0-8 6 3 8 2 2-4 5-4zM15 19.5q-3 2-2.5 6 .3 1 1.3.8.8-.2.7-1.3-.3-2.6 1.8-4 .8-.7.3-1.4-.6-.7-1.6-.1z',
  ) +
  fill(
    '#1f7f93',
    'M33 4a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 36.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
  ) +
  fill('#c1462b', 'M7 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM34 36a3 3 0 1 0 0 6 3 3 0 0 0 0-6z');

/** Nine who go together: a wedge of them. */
const wedge =
  ground('#5c6b2c') +
  fill('#70803c', 'M0 44L20 6l20 38z') +
  fill(
    ivory,
    'M20 6l3.5 6-3.5 3.5L16.5 12zM14 15l3.5 6-3.5 3.5-3.5-3.5zM26 15l3.5 6-3.5 3.5-3.5-3.5zM8 24l3.5 6L8 33.5 4.5 30zM32 24l3.5 6-3.5 3.5-3.5-3.5z',
  ) +
  fill(
    gold,
    'M20 24l3.5 6-3.5 3.5-3.5-3.5zM14 33l3.5 5-3.5 3.5-3.5-3.5zM26 33l3.5 5-3.5 3.5-3.5-3.5z',
  );

/** By the game's name, in small letters. */
export const gameEmblems: ReadonlyMap<string, GameArt> = new Map([
  ['aqtion', { art: aqtion, line: ivory, rim: '#8c4a12' }],
  ['arma 3', { art: arma, line: ivory, rim: '#3c6b35' }],
  ['battlefield 2042', { art: storm, line: ivory, rim: '#15687c' }],
  ['battlefield 6', { art: tank, line: ivory, rim: '#a32a22' }],
  ['dirt rally 2.0', { art: road, line: ivory, rim: '#2b5fae' }],
  ['the finals', { art: vault, line: '#7a2418' }],
  ['call of duty: modern warfare', { art: goggles, line: ivory, rim: '#44524f' }],
  ['paintballers', { art: splash, line: '#a8337f' }],
  ['squad', { art: wedge, line: ivory, rim: '#5c6b2c' }],
]);
