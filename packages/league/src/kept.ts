/**
 * Remembers what a function gave, the `limit` answers made last: for what is dear to make and asked for again,
 * by arguments of which somebody outside could think of any number. What throws is not kept. `toKey` tells the
 * arguments apart; without it the first one does.
 */
export function keepAnswers<Args extends readonly unknown[], Answer>(
  limit: number,
  make: (...args: Args) => Answer,
  toKey: (...args: Args) => unknown = (...args) => args[0],
): (...args: Args) => Answer {
  const answers = new Map<unknown, { answer: Answer }>();
  return (...args) => {
    const key = toKey(...args);
    const known = answers.get(key);
    if (known !== undefined) {
      return known.answer;
    }
    const answer = make(...args);
    answers.set(key, { answer });
    for (const oldest of answers.keys()) {
      if (answers.size <= limit) {
        break;
      }
      answers.delete(oldest);
    }
    return answer;
  };
}
