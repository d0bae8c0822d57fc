/** Words with similar spelling and opposite meaning: confusing them would reverse a finding. */
import { wordForm } from './words.ts';

/** prefixes: words with different ones are never typing errors of each other */
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

/** mutually exclusive words */
const OPPOSITES: readonly ReadonlySet<string>[] = [
  'increased decreased',
  'anterior posterior interior exterior inferior superior',
  'systolic diastolic',
  'proximal distal',
  'male female',
  'arterial venous',
].map((line) => new Set(line.split(' ').map(wordForm)));

/** words that negate the following one */
const DENIALS = new Set(['a', 'ab', 'an', 'dis', 'im', 'in', 'ir', 'mal', 'non', 'un']);
const DENIED_LETTERS = 4;

/** Compares two forms of words. */
export function areOpposites(one: string, other: string): boolean {
  if (OPPOSITES.some((words) => words.has(one) && words.has(other))) return one !== other;
  if (BEGINNINGS.some(([a, b]) => prefixesDiffer(one, other, a, b) || prefixesDiffer(one, other, b, a)))
    return true;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= DENIED_LETTERS && long.endsWith(short) && DENIALS.has(long.slice(0, -short.length));
}

const prefixesDiffer = (one: string, other: string, a: string, b: string): boolean =>
  one.startsWith(a) && other.startsWith(b);
