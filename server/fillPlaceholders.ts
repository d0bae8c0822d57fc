export type Values = Record<string, string | number>;

/** Replaces each `{name}` of a message by its value. A placeholder without a value stays. */
export const fillPlaceholders = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
