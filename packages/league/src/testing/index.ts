export type { WithheldLine } from '../log.ts';
export { toCommand, toInstantOf } from './random-play.ts';
export { type Step, stepArbitrary } from './random-step.ts';
export { type Variant, variants } from './variants.ts';
export { verifyChain } from './verify-chain.ts';
