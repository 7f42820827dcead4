import type { SignInWay } from '@muster/site/pages/sign-in-ways/data.ts';
import { readWaysData } from './page-sign-in.ts';
import type { StepLoader } from './step.ts';

const names: Readonly<Record<string, string>> = {
  discord: 'Discord',
  github: 'GitHub',
  google: 'Google',
  steam: 'Steam',
};

const isSet = ({ client_id, is_enabled }: SignInWay) => client_id !== null && is_enabled;

/** Done where a provider lets people in; what stands in for one on this machine alone does not count. */
export const loadSignInStep: StepLoader<'sign-in'> = async (input) => {
  const data = await readWaysData(input);
  const set = (data?.ways ?? []).filter(isSet).map(({ provider }) => provider);
  const facts = (data?.providers ?? []).flatMap(({ name, label }) => {
    const isTrue = data?.is_hosted === true || name === 'steam' || set.some((way) => way === name);
    return isTrue ? [label ?? names[name] ?? name] : [];
  });
  return { is_done: facts.length > 0, facts, data };
};
