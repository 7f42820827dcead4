import { ButtonLink } from '../../ui/button.tsx';
import { NextThing } from '../../ui/next-thing.tsx';
import type { Matter } from './matter.ts';
import { useMatterWords } from './use-matter-words.tsx';

interface MatterStripProps {
  matter: Matter;
  /** Whether it is what to begin with: of several strips one has the button that calls. */
  isFirst?: boolean;
}

/** One matter with its button: the first of several at the head of a page, or a row of a list. */
export function MatterStrip({ matter, isFirst = true }: MatterStripProps) {
  const { title, reason, act, href } = useMatterWords()(matter);
  const isAct = matter.weight === 'act';
  return (
    <NextThing tone={isAct ? 'act' : 'calm'} title={title} reason={reason}>
      <ButtonLink look={isAct && isFirst ? 'main' : 'quiet'} href={href}>
        {act}
      </ButtonLink>
    </NextThing>
  );
}
