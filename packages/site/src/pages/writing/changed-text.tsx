import { findDifference } from './difference.ts';

/** Words with the spaces after them, and ends of lines by themselves. */
const toWords = (text: string): string[] => text.match(/\n+|\S+[^\S\n]*|[^\S\n]+/g) ?? [];

interface Mark {
  look: 'same' | 'gone' | 'came';
  text: string;
}

/** What two texts have in common, and each place where words went or came. */
export function listChanges(before: string, after: string): Mark[] {
  const marks = findDifference(toWords(before), toWords(after)).flatMap(
    ({ gone, came, isSame }): Mark[] =>
      isSame
        ? [{ look: 'same', text: came.join('') }]
        : [
            { look: 'gone', text: gone.join('') },
            { look: 'came', text: came.join('') },
          ],
  );
  return marks.filter(({ text }) => text !== '');
}

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
