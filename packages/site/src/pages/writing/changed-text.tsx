import { findDifference, type Stretch } from './difference.ts';

/**
 * Words, the spaces between them, and ends of lines, each by itself: a word is the same whether something follows it on
 * its line or not.
 */
const toWords = (text: string): string[] => text.match(/\n|\S+|[^\S\n]+/g) ?? [];

interface Mark {
  look: 'same' | 'gone' | 'came';
  text: string;
}

/** What two texts have in common, and each place where words went or came. */
export function listChanges(before: string, after: string): Mark[] {
  const stretches = joinOverSpaces(findDifference(toWords(before), toWords(after)));
  const marks = stretches.flatMap(({ gone, came, isSame }): Mark[] =>
    isSame
      ? [{ look: 'same', text: came.join('') }]
      : [
          { look: 'gone', text: gone.join('') },
          { look: 'came', text: came.join('') },
        ],
  );
  return marks.filter(({ text }) => text !== '');
}

/** Words that changed one after the other are one place: the space between them is no word that stayed. */
function joinOverSpaces(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const [at, stretch] of stretches.entries()) {
    const last = joined.at(-1);
    const isSpace = stretch.isSame && stretch.came.every((word) => /^[^\S\n]+$/.test(word));
    const isBetween = isSpace && isReplaced(stretches[at - 1]) && isReplaced(stretches[at + 1]);
    if (last !== undefined && !last.isSame && (isBetween || !stretch.isSame)) {
      last.gone = [...last.gone, ...stretch.gone];
      last.came = [...last.came, ...stretch.came];
    } else {
      joined.push({ ...stretch });
    }
  }
  return joined;
}

const isReplaced = (stretch: Stretch | undefined) =>
  stretch !== undefined && !stretch.isSame && stretch.gone.length > 0 && stretch.came.length > 0;

const elements = { same: 'span', gone: 'del', came: 'ins' } as const;

/** A text with what went and what came since another, in words. */
export function ChangedText({ before, after }: { before: string; after: string }) {
  let place = 0;
  return (
    <p className="writing-text">
      {listChanges(before, after).map(({ look, text }) => {
        const Element = elements[look];
        place += text.length;
        return <Element key={`${look}${place}`}>{text}</Element>;
      })}
    </p>
  );
}
