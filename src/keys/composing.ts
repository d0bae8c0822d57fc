/** What an input method (Korean, Japanese, Chinese) does with Enter is its own affair. */
interface KeyPress {
  key: string;
  isComposing?: boolean;
  keyCode?: number;
  nativeEvent?: { isComposing: boolean; keyCode: number };
}

/** Safari ends the composition before it tells of the Enter that ended it, and marks that Enter by this code only. */
const OF_INPUT_METHOD = 229;

/** True while an input method composes a character. Takes events of React and of the browser. */
export function isComposing(event: KeyPress): boolean {
  const { isComposing: composing, keyCode } = event.nativeEvent ?? event;
  return composing === true || keyCode === OF_INPUT_METHOD;
}

/** The key that means "do it", as written on the keyboard. */
export const SUBMIT_KEY = 'Enter';

/** Enter that means "do it", never the Enter that ends a composition. */
export const isSubmitEnter = (event: KeyPress): boolean => event.key === SUBMIT_KEY && !isComposing(event);
