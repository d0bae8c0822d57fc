/** A part of 1 as whole percents, as the language writes them. */
export const percent = (part: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent' }).format(part);
