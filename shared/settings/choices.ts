/** Words of the settings that are a choice: the form, the audit trail and the options of calls show the same ones. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import words from './choiceWords.json' with { type: 'json' };
import { fieldsOf, type DescribedPart } from './describedSettings.ts';

export interface Choice {
  /** as it is stored */
  code: string;
  label: LocalizedText;
}

/** by part, setting and value */
const WORDS: Readonly<Record<string, LocalizedText | undefined>> = words;

/** The values of a setting in their order; none of one that is no choice. */
export function choicesOf(part: DescribedPart, name: string): Choice[] {
  const field = fieldsOf(part).find(([one]) => one === name)?.[1];
  if (field?.kind !== 'choice') return [];
  return field.values.map((code) => {
    const label = WORDS[`${part}.${name}.${code}`];
    if (!label) throw new Error(`no words for the value ${code} of ${part}.${name}`);
    return { code, label };
  });
}
