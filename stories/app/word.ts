import i18next from 'i18next';

/** A word of the application in the language that the toolbar says, so that a play works in each: `frame:leave.title`. */
export const word = (key: string, slots: Record<string, string | number> = {}): string => {
  if (!i18next.exists(key, slots)) throw new Error(`there is no word ${key}`);
  return i18next.t(key, slots);
};
