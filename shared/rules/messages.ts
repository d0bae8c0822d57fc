/** The sentences of findings, in the four languages, with what they speak of filled in. */
import type { Words } from '../../schemas/compile/sources.types.ts';
import sentences from './messages/itemFindings.json' with { type: 'json' };
import precisions from './messages/precisions.json' with { type: 'json' };
import type { GivenPrecision } from '../dates/partialDate.ts';

/** Names of the sentences; where a rule has one sentence, its rule id too. */
export type SentenceId = keyof typeof sentences;

/** Rules that a value keeps or breaks by itself, whatever else the case says. */
export const VALUE_RULES: ReadonlySet<string> = new Set(
  Object.keys(sentences).filter((id) => !/^(item|row)\./.test(id)),
);

export type Facts = Record<string, string | number | Words>;

/** The sentence with `{name}` replaced by the fact of that name, in each language. Throws on a fact not given. */
export function sentence(id: SentenceId, facts: Facts = {}): Words {
  const { en, ko, ja, zh } = sentences[id];
  return {
    en: filled(en, 'en', facts),
    ko: filled(ko, 'ko', facts),
    ja: filled(ja, 'ja', facts),
    zh: filled(zh, 'zh', facts),
  };
}

const filled = (template: string, language: keyof Words, facts: Facts): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`the sentence "${template}" needs the fact ${name}`);
    return typeof fact === 'object' ? fact[language] : String(fact);
  });

export const precisionWord = (precision: GivenPrecision): Words => precisions[precision];
