import type { LocalizedText } from '../../schemas/compile/sources.types.ts';

/** A text that is translated already, or is the same in every language, e.g. a code. */
export const sameInAll = (text: string): LocalizedText => ({ en: text, ko: text, ja: text, zh: text });
