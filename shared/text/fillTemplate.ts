/** Templates of messages with placeholders for values. */
import { afterKorean } from './koreanParticle.ts';

/**
 * Replaces each `{name}` of a template by its value, which stays as it is. A Korean particle that the template has behind a
 * placeholder takes the form that fits the value. `valueOf` may throw for a name that has none; undefined leaves the
 * placeholder.
 */
export function fillTemplate(
  template: string,
  valueOf: (name: string) => string | number | undefined,
): string {
  const [first = '', ...rest] = template.split(/\{(\w+)\}/);
  let filled = first;
  // a name and the text behind it, in turn
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at] ?? '';
    filled += valueOf(name) ?? `{${name}}`;
    filled += afterKorean(filled, rest[at + 1] ?? '');
  }
  return filled;
}
