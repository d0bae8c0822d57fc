import type { KeyboardEvent } from 'react';

/** True while an input method composes a character (Korean, Japanese, Chinese): its Enter is not ours. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;

/** Enter that means "do it", never the Enter that ends a composition. */
export const isSubmitEnter = (event: KeyboardEvent): boolean => event.key === 'Enter' && !isComposing(event);
