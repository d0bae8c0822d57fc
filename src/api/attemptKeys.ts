/** Keys of calls that the server carries out once for each key. */
import { newUuid } from '../browser/newUuid.ts';

interface AttemptKeys {
  /** the same for the same input until `done`: a second click, or a try after a lost answer, begins nothing twice */
  keyOf: (input: unknown) => string;
  /** the server has answered that it is begun: the same input is another wish from now on */
  done: () => void;
}

export function attemptKeys(): AttemptKeys {
  const keys = new Map<string, string>();
  return {
    keyOf(input) {
      const text = JSON.stringify(input);
      const key = keys.get(text) ?? newUuid();
      keys.set(text, key);
      return key;
    },
    done: () => keys.clear(),
  };
}
