import { fillTemplate } from '../shared/text/fillTemplate.ts';

export type Values = Record<string, string | number>;

/** `fillTemplate` with values by name. A placeholder without a value stays. */
export const fillPlaceholders = (text: string, values: Values): string =>
  fillTemplate(text, (name) => values[name]);
