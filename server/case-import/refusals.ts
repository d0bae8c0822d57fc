/** Why a message is refused, or needs a decision, in the words of the reader. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Language } from '../http/language.ts';
import words from './refusals.json' with { type: 'json' };

/** Keys of refusals.json. */
export type Why = keyof typeof words;

/** Items that are named; of more, their number is given. */
const MAX_NAMED = 10;

/** The reason with the names of the items that disagree; an unknown key is a reason of an earlier release. */
export function whyText(
  { items }: Pick<Catalogue, 'items'>,
  language: Language,
  { why, whyItems }: { why: string; whyItems: readonly string[] },
): string {
  const text = why in words ? words[why as Why][language] : why;
  if (whyItems.length === 0) return text;
  const labels = whyItems.slice(0, MAX_NAMED).map((itemId) => items[itemId]?.label[language] ?? itemId);
  const rest = whyItems.length - labels.length;
  return `${text}: ${labels.join(', ')}${rest > 0 ? ` (+${rest})` : ''}`;
}
