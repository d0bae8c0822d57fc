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
  return withItems({ items }, language, text, whyItems);
}

const NOT_IMPORTED = 'The receiver has not imported the report';
const OTHER_CONTENT =
  'Another report with its number and its date of creation was received, with other content; a changed report needs a later date of creation';

/** The same for the sender of the message, who sees none of what our users see, and can do other things about it. */
const FOR_SENDERS: Readonly<Record<Why, string>> = {
  accessChanged: NOT_IMPORTED,
  schemasChanged: NOT_IMPORTED,
  senderGone: NOT_IMPORTED,
  alreadyImported: 'The report was imported before',
  deleted: 'The receiver has deleted the case of the report',
  outOfScope: NOT_IMPORTED,
  notStored: 'The receiver could not store the report',
  otherPatient:
    'It disagrees with the report of the receiver with its number, which seems to be of another patient',
  otherContent: OTHER_CONTENT,
  otherElements: OTHER_CONTENT,
  otherMessage: OTHER_CONTENT,
  otherMessageItems: OTHER_CONTENT,
  older: 'A report of the case with a later date of creation was received before',
  nullified: 'The case of the report was nullified before',
  changed: NOT_IMPORTED,
  targetMissing: NOT_IMPORTED,
  earlierNotImported: 'The report that it follows up was not imported',
  nothingToNullify: 'It nullifies a case that the receiver does not have',
  duplicate: 'The receiver may have the case under another number',
  skipped: 'The receiver has decided not to import the report',
  undecided: NOT_IMPORTED,
  notImported: NOT_IMPORTED,
  cells: NOT_IMPORTED,
  unchecked: NOT_IMPORTED,
};

/** Why a message is not stored, for its sender: in English, and without items whose values are blinded. */
export function whyTextForSender(
  { items }: Pick<Catalogue, 'items'>,
  { why, whyItems }: { why: string | null; whyItems: readonly string[] },
): string {
  const text = why !== null && Object.hasOwn(FOR_SENDERS, why) ? FOR_SENDERS[why as Why] : NOT_IMPORTED;
  const open = whyItems.filter((itemId) => items[itemId]?.blinded !== true);
  return withItems({ items }, 'en', text, open);
}

function withItems(
  { items }: Pick<Catalogue, 'items'>,
  language: Language,
  text: string,
  whyItems: readonly string[],
): string {
  if (whyItems.length === 0) return text;
  const labels = whyItems.slice(0, MAX_NAMED).map((itemId) => items[itemId]?.label[language] ?? itemId);
  const rest = whyItems.length - labels.length;
  return `${text}: ${labels.join(', ')}${rest > 0 ? ` (+${rest})` : ''}`;
}
