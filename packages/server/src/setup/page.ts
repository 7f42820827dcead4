import {
  isSetupStep,
  type OpenStep,
  type SetupData,
  setupSteps,
} from '@muster/site/pages/setup/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { setupStepLoaders } from './steps.ts';

const canRestore = ({ sets_up, readRestore }: LoaderInput) =>
  sets_up === true && readRestore !== undefined;

/** For the browser of the set-up session, and for the site's admins; nobody else finds anything. */
export const loadSetup: Loader<SetupData> = async (input) => {
  const isAdmin = input.viewer?.is_site_admin === true;
  if (!isAdmin && input.sets_up !== true) {
    return null;
  }
  const offered = setupSteps.filter((name) => name !== 'restore' || canRestore(input));
  const steps = await Promise.all(
    offered.map(async (name) => ({ name, ...(await setupStepLoaders[name](input)) })),
  );
  const asked = input.url.searchParams.get('step');
  const found = isSetupStep(asked) ? steps.find(({ name }) => name === asked) : undefined;
  return {
    lines: steps.map(({ name, is_done, facts }) => ({ name, is_done, facts })),
    // Each name came with the data of its own loader.
    open: found === undefined ? null : ({ name: found.name, data: found.data } as OpenStep),
    is_admin: isAdmin,
  };
};
