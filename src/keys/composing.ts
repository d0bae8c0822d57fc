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

/** True for a key that an input method has taken for itself: in Japanese ones, Ctrl+S moves the caret of the composition. */
export const isTaken = ({ key }: KeyPress): boolean => key === 'Process';

/** The key that means "do it", as written on the keyboard. */
export const SUBMIT_KEY = 'Enter';

/** Enter that means "do it", never the Enter that ends a composition. */
export const isSubmitEnter = (event: KeyPress): boolean => event.key === SUBMIT_KEY && !isComposing(event);

/**
 * Keeps an Escape of an input method from everything else in the page: it cancels a composition and closes nothing. Parts
 * of a page that ask for `isComposing` alone, as dialogs do, would close with the text in them (Safari, see above). Called
 * once, before anything listens for keys.
 */
export const keepEscapeOfInputMethod = (page: Window): void =>
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && isComposing(event)) event.stopImmediatePropagation();
    },
    true,
  );
