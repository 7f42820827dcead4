import type { ComponentType } from 'react';
import type { OpenStep, SetupStepData, SetupStepName } from './data.ts';
import { DemonstrationStep } from './steps/demonstration-step.tsx';
import { GamesStep, HelpersStep, LadderStep } from './steps/owner-steps.tsx';
import {
  AddressesStep,
  LanguagesStep,
  LogoStep,
  LookStep,
  NameStep,
} from './steps/settings-steps.tsx';
import { SignInStep } from './steps/sign-in-step.tsx';

/** What each step shows once it is opened. */
const components: { [Name in SetupStepName]: ComponentType<{ data: SetupStepData[Name] }> } = {
  'sign-in': SignInStep,
  name: NameStep,
  logo: LogoStep,
  look: LookStep,
  languages: LanguagesStep,
  addresses: AddressesStep,
  games: GamesStep,
  ladder: LadderStep,
  helpers: HelpersStep,
  demonstration: DemonstrationStep,
};

export function OpenSetupStep({ open }: { open: OpenStep }) {
  // The table gives each name the component of its own data.
  const Step = components[open.name] as ComponentType<{ data: OpenStep['data'] }>;
  return <Step data={open.data} />;
}
