import type { ComponentType } from 'react';
import { later, useLater } from '../../client/fetch/use-later.ts';
import type { OpenStep, SetupStepData, SetupStepName } from './data.ts';
import { DemonstrationStep } from './steps/demonstration-step.tsx';
import { MailStep } from './steps/mail-step.tsx';
import {
  AddressesStep,
  LanguagesStep,
  LogoStep,
  LookStep,
  NameStep,
} from './steps/settings-steps.tsx';
import { SignInStep } from './steps/sign-in-step.tsx';

const ownerSteps = later(['long-list', 'owner'], () => import('./steps/owner-steps.tsx'));

function GamesStep({ data }: { data: SetupStepData['games'] }) {
  const part = useLater(ownerSteps, true);
  return part && <part.GamesStep data={data} />;
}

function LadderStep({ data }: { data: SetupStepData['ladder'] }) {
  const part = useLater(ownerSteps, true);
  return part && <part.LadderStep data={data} />;
}

function HelpersStep({ data }: { data: SetupStepData['helpers'] }) {
  const part = useLater(ownerSteps, true);
  return part && <part.HelpersStep data={data} />;
}

const restoreStep = later(['setup-restore'], () => import('./steps/restore-step.tsx'));

function RestoreStep({ data }: { data: SetupStepData['restore'] }) {
  const part = useLater(restoreStep, true);
  return part && data && <part.RestoreStep data={data} />;
}

/** What each step shows once it is opened; those that the desk's pages show too come with their texts. */
const components: { [Name in SetupStepName]: ComponentType<{ data: SetupStepData[Name] }> } = {
  restore: RestoreStep,
  'sign-in': SignInStep,
  name: NameStep,
  logo: LogoStep,
  look: LookStep,
  languages: LanguagesStep,
  addresses: AddressesStep,
  games: GamesStep,
  ladder: LadderStep,
  helpers: HelpersStep,
  mail: MailStep,
  demonstration: DemonstrationStep,
};

export function OpenSetupStep({ open }: { open: OpenStep }) {
  // The table gives each name the component of its own data.
  const Step = components[open.name] as ComponentType<{ data: OpenStep['data'] }>;
  return <Step data={open.data} />;
}
