import type { SetupStepName } from '@muster/site/pages/setup/data.ts';
import { loadHelpersStep } from '../admin/setup-step.ts';
import { loadGamesStep } from '../game/setup-step.ts';
import { loadLadderStep } from '../ladder-admin/setup-step.ts';
import {
  loadAddressesStep,
  loadLanguagesStep,
  loadLogoStep,
  loadLookStep,
  loadNameStep,
} from '../settings/setup-steps.ts';
import { loadDemonstrationStep } from './demonstration-step.ts';
import { loadMailStep } from './mail-step.ts';
import { loadRestoreStep } from './restore-step.ts';
import { loadSignInStep } from './sign-in-step.ts';
import type { StepLoader } from './step.ts';

/** The loader of each step; one of another room stands there and is named to this one. */
export const setupStepLoaders: { [Name in SetupStepName]: StepLoader<Name> } = {
  restore: loadRestoreStep,
  'sign-in': loadSignInStep,
  name: loadNameStep,
  logo: loadLogoStep,
  look: loadLookStep,
  languages: loadLanguagesStep,
  addresses: loadAddressesStep,
  games: loadGamesStep,
  ladder: loadLadderStep,
  helpers: loadHelpersStep,
  mail: loadMailStep,
  demonstration: loadDemonstrationStep,
};
