import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';

/** Why a command about an entry was refused; announced when it appears. */
export function EntryError({ error }: { error: CommandError | null }) {
  const toSentence = useRefusal();
  return (
    <p className="ladder-form-error" role="alert">
      {error !== null && toSentence(error)}
    </p>
  );
}
