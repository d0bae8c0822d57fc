/** The two sets of kana: a text that is typed without a conversion is in hiragana, readings in dictionaries are in katakana. */

const APART = 0x60;
const moved = (text: string, kana: RegExp, by: number): string =>
  text.replace(kana, (one) => String.fromCharCode(one.charCodeAt(0) + by));

export const inHiragana = (text: string): string => moved(text, /[\u30a1-\u30f6]/g, -APART);
export const inKatakana = (text: string): string => moved(text, /[\u3041-\u3096]/g, APART);
