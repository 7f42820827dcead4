import type { StepLoader } from './step.ts';

export const loadSignInStep: StepLoader<'sign-in'> = async ({ readSignIn }) => {
  const options = await readSignIn?.();
  const ways = options?.providers.map(({ name, label }) => label ?? name) ?? [];
  return { is_done: ways.length > 0, facts: ways, data: { ways } };
};
