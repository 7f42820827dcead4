import { AuthRetryableFetchError, AuthWeakPasswordError } from '@supabase/auth-js';
import { expect, it } from 'vitest';
import english from '../../locales/en/auth-errors.json' with { type: 'json' };
import { toAuthProblem, toSentenceKeys } from './auth-outcome.ts';

it('knows the library`s own errors by what they stand for', () => {
  expect(toAuthProblem(null)).toBeNull();
  expect(toAuthProblem(new AuthRetryableFetchError('Failed to fetch', 0))).toEqual({
    code: 'network',
  });
  const weak = new AuthWeakPasswordError('weak', 422, ['length', 'pwned']);
  expect(toSentenceKeys(toAuthProblem(weak) ?? { code: '' })).toEqual([
    'weak_length',
    'weak_pwned',
  ]);
});

it('has a sentence for every code, one for those that nobody foresaw', () => {
  const codes = ['invalid_credentials', 'otp_expired', 'mfa_verification_failed', 'what_is_this'];
  const keys = codes.flatMap((code) => toSentenceKeys({ code }));
  expect(keys).toEqual(['wrong_credentials', 'code_wrong', 'second_wrong', 'other']);
  for (const key of [...keys, 'weak', 'weak_characters']) {
    expect(english).toHaveProperty(key);
  }
});
