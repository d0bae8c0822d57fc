/**
 * Why a file cannot be read, in the language of the reader. What reads files says it in English: so it is stored, so programs log
 * it, and so senders get it in acknowledgements. fileFaults.json has each of these sentences in all languages.
 */
import { escapedPattern } from '../shared/text/escapedPattern.ts';
import { fillTemplate } from '../shared/text/fillTemplate.ts';
import faults from './fileFaults.json' with { type: 'json' };
import type { Language } from './http/language.ts';

interface Sentence {
  /** of the English sentence, behind the name of a file or a sheet and a position, with its values by name */
  pattern: RegExp;
  words: Readonly<Record<Language, string>>;
}

/** A longer text is none of the sentences. */
const MAX_LENGTH = 2000;
/** Its value is such a sentence, too, or the words of a library. */
const DETAIL = 'detail';

function patternOf(template: string): RegExp {
  const parts = template
    .split(/\{(\w+)\}/)
    .map((part, at) => (at % 2 ? `(?<${part}>.+?)` : escapedPattern(part)));
  return new RegExp(`^(?<place>.*(?::\\d+:\\d+ |: ))?${parts.join('')}$`, 's');
}

let sentences: Sentence[] | null = null;

/** The text as it is where it is none of the sentences. */
export function faultInWords(text: string, language: Language): string {
  if (language === 'en' || text.length > MAX_LENGTH) return text;
  sentences ??= Object.values(faults).map((words) => ({ pattern: patternOf(words.en), words }));
  for (const { pattern, words } of sentences) {
    const found = pattern.exec(text)?.groups;
    if (!found) continue;
    const { place = '', ...values } = found;
    return (
      place +
      fillTemplate(words[language], (name) =>
        name === DETAIL ? faultInWords(values[name] ?? '', language) : values[name],
      )
    );
  }
  return text;
}
