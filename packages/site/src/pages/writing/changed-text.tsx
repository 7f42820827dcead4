import { diffComm } from 'node-diff3';

const toWords = (text: string) => text.split(/(?<=\s)/);

interface Stretch {
  look: 'same' | 'gone' | 'came';
  text: string;
}

/** What two texts have in common, and each place where a word went or came. */
export function listChanges(before: string, after: string): Stretch[] {
  const parts = diffComm(toWords(before), toWords(after));
  const stretches = parts.flatMap(({ common, buffer1, buffer2 }): Stretch[] =>
    common === undefined
      ? [
          { look: 'gone', text: buffer1.join('') },
          { look: 'came', text: buffer2.join('') },
        ]
      : [{ look: 'same', text: common.join('') }],
  );
  return stretches.filter(({ text }) => text !== '');
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
