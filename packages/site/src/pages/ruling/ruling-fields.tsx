/* What a ruling asks besides, by its outcome, and what it would move. */

export { withTyped } from '../../client/form/typed-instant.ts';
export { ScoresField } from '../match/scores-field.tsx';
export { TimesField } from '../match/times-form.tsx';
export { PreviewPlace } from './preview.tsx';
