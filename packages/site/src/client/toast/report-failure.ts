import { translate } from '../runtime.ts';
import { showToast } from './show-toast.ts';

/** Tells the person that the database failed, and gives the error back to be thrown on. */
export function reportDatabaseFailure(error: unknown): Error {
  void showToast({ kind: 'error', text: translate('failed'), closesOnClick: true });
  return error instanceof Error ? error : new Error('The database failed.', { cause: error });
}
