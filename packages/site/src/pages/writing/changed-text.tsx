import { findDifference } from './merge.ts';

const toWords = (text: string) => text.split(/(?<=\s)/);

/** A text with what went and what came since another, in words. */
export function ChangedText({ before, after }: { before: string; after: string }) {
  const [old, now] = [toWords(before), toWords(after)];
  const { start, end, otherEnd } = findDifference(old, now);
  const gone = old.slice(start, end).join('');
  const came = now.slice(start, otherEnd).join('');
  return (
    <p className="writing-text">
      {now.slice(0, start).join('')}
      {gone !== '' && <del>{gone}</del>}
      {came !== '' && <ins>{came}</ins>}
      {now.slice(otherEnd).join('')}
    </p>
  );
}
