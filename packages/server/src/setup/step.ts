import type { SetupLine, SetupStepData, SetupStepName } from '@muster/site/pages/setup/data.ts';
import type { LoaderInput } from '../context.ts';

/** A step as what is stored says it stands, and what it shows once it is opened. */
export interface SetupStep<Name extends SetupStepName> extends Omit<SetupLine, 'name'> {
  data: SetupStepData[Name];
}

/** Reads a step; `/setup` asks all of them at once. */
export type StepLoader<Name extends SetupStepName> = (
  input: LoaderInput,
) => Promise<SetupStep<Name>>;
