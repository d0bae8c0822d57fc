import type { Call } from '../../shared/contract/index.ts';
import { download } from '../api/index.ts';
import { showFailure } from './showFailure.ts';

/** Hands a file to the user, or says why there is none: for a button that waits for nothing. */
export const downloadOrTell = async <C extends Call>(
  ...file: Parameters<typeof download<C>>
): Promise<void> => {
  try {
    await download(...file);
  } catch (error) {
    showFailure(error);
  }
};
