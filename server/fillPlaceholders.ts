import { withParticles } from '../shared/text/koreanParticle.ts';

export type Values = Record<string, string | number>;

/** Replaces each `{name}` of a message by its value, which Korean particles fit. A placeholder without a value stays. */
export const fillPlaceholders = (text: string, values: Values): string =>
  withParticles(
    text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder)),
  );
