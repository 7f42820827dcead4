import { ButtonLink } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import type { Matter } from './matter.ts';
import { useMatterWords } from './use-matter-words.tsx';

/** One matter with its button: the first of several at the head of a page, or a row of a list. */
export function MatterStrip({ matter }: { matter: Matter }) {
  const { title, reason, act, href } = useMatterWords()(matter);
  const isAct = matter.weight === 'act';
  return (
    <NextThing tone={isAct ? 'act' : 'calm'} title={title} reason={reason}>
      <ButtonLink look={isAct ? 'main' : 'quiet'} href={href}>
        {act}
      </ButtonLink>
    </NextThing>
  );
}
