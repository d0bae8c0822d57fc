import type { Call } from '../../shared/contract/index.ts';
import { CallFailure, download, NO_CONNECTION } from '../api/index.ts';
// past the door of the components, as `showFailure` does
import { showError } from '../components/toasts.tsx';
import { failureText, showFailure } from './showFailure.ts';

/**
 * Hands a file to the user, or says why there is none: for a button that waits for nothing. It says, too, that no answer
 * came: the banner of the connection may be gone by then, and nothing else shows that the file does not come.
 */
export const downloadOrTell = async <C extends Call>(
  ...file: Parameters<typeof download<C>>
): Promise<void> => {
  try {
    await download(...file);
  } catch (error) {
    if (error instanceof CallFailure && error.errCode === NO_CONNECTION) showError(failureText(error));
    else showFailure(error);
  }
};
