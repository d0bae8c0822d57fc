/** Words whose letters are alike and that say the opposite: taking one for the other would turn a finding around. */
import { wordForm } from './words.ts';

/** beginnings: a word with one is never a slip for a word with the other */
const BEGINNINGS = [
  ['hyper', 'hypo'],
  ['macro', 'micro'],
  ['intra', 'inter'],
  ['intra', 'extra'],
  ['endo', 'exo'],
  ['pre', 'post'],
  ['ante', 'post'],
  ['supra', 'infra'],
  ['poly', 'oligo'],
  ['tachy', 'brady'],
] as const;

/** whole words, of which each excludes the others */
const WORDS: readonly ReadonlySet<string>[] = [
  'increased decreased',
  'anterior posterior interior exterior inferior superior',
  'systolic diastolic',
  'proximal distal',
  'male female',
  'arterial venous',
].map((line) => new Set(line.split(' ').map(wordForm)));

/** before a word they deny it */
const DENIALS = new Set(['a', 'ab', 'an', 'dis', 'im', 'in', 'ir', 'mal', 'non', 'un']);
const DENIED_LETTERS = 4;

/** Of two forms of words. */
export function areOpposites(one: string, other: string): boolean {
  if (WORDS.some((words) => words.has(one) && words.has(other))) return one !== other;
  if (BEGINNINGS.some(([a, b]) => beginsApart(one, other, a, b) || beginsApart(one, other, b, a)))
    return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= DENIED_LETTERS && long.endsWith(short) && DENIALS.has(long.slice(0, -short.length));
}

const beginsApart = (one: string, other: string, a: string, b: string): boolean =>
  one.startsWith(a) && other.startsWith(b);
