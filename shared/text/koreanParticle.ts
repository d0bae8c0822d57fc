/** Korean particles whose form depends on the last sound before them, as templates write them: `은(는)`. */
import { escapedPattern } from './escapedPattern.ts';

/** With their form after a consonant and after a vowel. */
const PARTICLES: Readonly<Record<string, readonly [string, string]>> = {
  '은(는)': ['은', '는'],
  '이(가)': ['이', '가'],
  '을(를)': ['을', '를'],
  '과(와)': ['과', '와'],
  '와(과)': ['과', '와'],
  '으로(로)': ['으로', '로'],
  '(으)로': ['으로', '로'],
};
const FIRST_SYLLABLE = 0xac_00;
const LAST_SYLLABLE = 0xd7_a3;
const FINALS = 28;
/** final consonant after which `로` follows */
const RIEUL = 8;
/** digits as they are read: their final consonants */
const DIGIT_FINALS = [21, 8, 0, 16, 0, 0, 1, 8, 8, 0];
/** letters whose Korean name ends in a consonant; those of an abbreviation are read one by one */
const LETTER_FINALS: Readonly<Record<string, number>> = { L: RIEUL, M: 16, N: 4, R: RIEUL };
const ABBREVIATION = /(?<![A-Za-z])[A-Z]{2,5}$/;
/** what is not read */
const CLOSING = /["'”’」』]+$/;
const CLOSES_AT_START = /^["'”’」』]+/;

const ANY = new RegExp(Object.keys(PARTICLES).map(escapedPattern).join('|'), 'g');

/**
 * Words that follow a Korean text, with the particle at their start, or behind what closes a quotation there, in the form
 * that fits the last sound of the text.
 */
export function afterKorean(before: string, words: string): string {
  const [closing = ''] = CLOSES_AT_START.exec(words) ?? [];
  const rest = words.slice(closing.length);
  const particle = Object.keys(PARTICLES).find((written) => rest.startsWith(written));
  if (particle === undefined) return words;
  return closing + fitting(before, particle) + rest.slice(particle.length);
}

/** A Korean text whose values are filled in by others, with all its particles in the form that fits what is before them. */
export const withParticles = (text: string): string =>
  text.replace(ANY, (particle, at: number) => fitting(text.slice(0, at), particle));

/** The form of a particle; both forms, as it is written, where the last sound is not known. */
function fitting(before: string, particle: string): string {
  const final = finalOf(before.replace(CLOSING, ''));
  if (final === null) return particle;
  const [afterConsonant = '', afterVowel = ''] = PARTICLES[particle] ?? [];
  return final === 0 || (final === RIEUL && afterVowel === '로') ? afterVowel : afterConsonant;
}

/** The final consonant of the last syllable, 0 without one; null for characters without a known sound. */
function finalOf(text: string): number | null {
  const last = text.at(-1) ?? '';
  const code = last.charCodeAt(0);
  if (code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE) return (code - FIRST_SYLLABLE) % FINALS;
  if (/\d/.test(last)) return DIGIT_FINALS[Number(last)] ?? null;
  return ABBREVIATION.test(text) ? (LETTER_FINALS[last] ?? 0) : null;
}
