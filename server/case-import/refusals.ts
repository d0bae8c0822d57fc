/** Why a message is refused, or needs a decision, in the words of the reader. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Language } from '../http/language.ts';
import words from './refusals.json' with { type: 'json' };

/** Keys of refusals.json. */
export type Why = keyof typeof words;

/** The reason with the names of the items that disagree; an unknown key is a reason of an earlier release. */
export function whyText(
  { items }: Pick<Catalogue, 'items'>,
  language: Language,
  { why, whyItems }: { why: string; whyItems: readonly string[] },
): string {
  const text = why in words ? words[why as Why][language] : why;
  const labels = whyItems.map((itemId) => items[itemId]?.label[language] ?? itemId);
  return labels.length === 0 ? text : `${text}: ${labels.join(', ')}`;
}
