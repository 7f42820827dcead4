export type { WithheldLine } from '../log.ts';
export { verifyChain } from './verify-chain.ts';
