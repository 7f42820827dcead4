import { useState } from 'react';
import type { AccountChange } from '../../client/session/account-security.ts';
import { useAuthSentence } from '../../client/session/use-auth-sentence.ts';

/** One change to the account at a time, asked of the auth service; its refusal as a sentence. */
export function useChange() {
  const toSentence = useAuthSentence();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function run<Data>(work: () => Promise<AccountChange<Data>>) {
    setIsBusy(true);
    setProblem(null);
    const answer = await work();
    setIsBusy(false);
    if (!answer.ok) {
      setProblem(toSentence(answer.problem));
    }
    return answer;
  }
  return { run, isBusy, problem, setProblem };
}
