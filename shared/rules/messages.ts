/** Messages of findings in the four languages, with their parameters. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import sentences from './messages/itemFindings.json' with { type: 'json' };
import precisions from './messages/precisions.json' with { type: 'json' };
import type { GivenPrecision } from '../dates/partialDate.ts';
import { fillTemplate } from '../text/fillTemplate.ts';

/** Message keys; for a rule with a single message, also its rule id. */
export type SentenceId = keyof typeof sentences;

/** Rules about a value alone, independent of the rest of the case. */
export const VALUE_RULES: ReadonlySet<string> = new Set(
  Object.keys(sentences).filter((id) => !/^(item|row|rule)\./.test(id)),
);

export type Facts = Record<string, string | number | LocalizedText>;

/**
 * The message with each `{name}` replaced by the parameter of that name, in each language. Throws on a missing
 * parameter.
 */
export function sentence(id: SentenceId, facts: Facts = {}): LocalizedText {
  const { en, ko, ja, zh } = sentences[id];
  return {
    en: filled(en, 'en', facts),
    ko: filled(ko, 'ko', facts),
    ja: filled(ja, 'ja', facts),
    zh: filled(zh, 'zh', facts),
  };
}

const filled = (template: string, language: keyof LocalizedText, facts: Facts): string =>
  fillTemplate(template, (name) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the sentence "${template}" needs the fact ${name}`);
    return typeof fact === 'object' ? fact[language] : fact;
  });

export const precisionWord = (precision: GivenPrecision): LocalizedText => precisions[precision];
