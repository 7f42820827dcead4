import type { Auth } from './context.ts';
import { validationFailed, weakPassword } from './errors.ts';

/** Bcrypt looks at no more than this, so more would only seem safer. */
const maximumBytes = 72;

/** Refuses a password that the league's rules call weak, naming every rule it breaks. */
export async function requireStrongPassword(auth: Auth, password: string): Promise<void> {
  const { minLength, requiredCharacters, rejectLeaked } = auth.config.password;
  if (Buffer.byteLength(password) > maximumBytes) {
    throw validationFailed(`Password cannot be longer than ${maximumBytes} characters`);
  }
  const reasons: string[] = [];
  const messages: string[] = [];
  if (Buffer.byteLength(password) < minLength) {
    reasons.push('length');
    messages.push(`Password should be at least ${minLength} characters.`);
  }
  const isMissing = (set: string) => set !== '' && ![...set].some((one) => password.includes(one));
  if (requiredCharacters.some(isMissing)) {
    reasons.push('characters');
    messages.push(
      `Password should contain at least one character of each: ${requiredCharacters.join(', ')}.`,
    );
  }
  if (rejectLeaked && (await auth.isLeakedPassword(password))) {
    reasons.push('pwned');
    messages.push('Password is known to be weak and easy to guess, please choose a different one.');
  }
  if (reasons.length > 0) {
    throw weakPassword(messages.join(' '), reasons);
  }
}
