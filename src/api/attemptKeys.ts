/** Keys of calls that the server carries out once for each key. */
import { newUuid } from '../browser/newUuid.ts';

export interface AttemptKeys {
  /** the same for the same input until `done`: a second click, or a try after a lost answer, begins nothing twice */
  keyOf: (input: unknown) => string;
  /** the server has answered that it is begun: the same input is another wish from now on */
  done: () => void;
}

export function attemptKeys(): AttemptKeys {
  let last: { input: string; key: string } | null = null;
  return {
    keyOf(input) {
      const text = JSON.stringify(input);
      if (last?.input !== text) last = { input: text, key: newUuid() };
      return last.key;
    },
    done: () => void (last = null),
  };
}
