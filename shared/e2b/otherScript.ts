/** Which encoding of Cyrillic or Greek letters bytes are in that say nothing about it, or call themselves Western. */

interface Candidate {
  encoding: string;
  script: string;
  /** a letter of the script */
  letter: RegExp;
  /** its ten or so most frequent letters, which are two thirds of a text */
  frequent: ReadonlySet<string>;
}

const CYRILLIC = { script: 'Cyrillic', letter: /\p{Script=Cyrillic}/u, frequent: new Set('оеаинтсрвлі') };
const GREEK = { script: 'Greek', letter: /\p{Script=Greek}/u, frequent: new Set('αοιετσςνηυρά') };
const CANDIDATES: readonly Candidate[] = [
  ...['windows-1251', 'koi8-r', 'iso-8859-5', 'ibm866'].map((encoding) => ({ encoding, ...CYRILLIC })),
  ...['windows-1253', 'iso-8859-7'].map((encoding) => ({ encoding, ...GREEK })),
];

/** Fewer letters may be accents of a Western text. */
const MIN_LETTERS = 6;
/** The part of the bytes beyond ASCII that letters are; the others are quotes and dashes. */
const MIN_SHARE = 0.85;
/** The part that words are: accents of a Western text stand alone. */
const MIN_IN_WORDS = 0.6;
const WORD = /[\u0080-\uffff]{3,}/g;
/** In the wrong encoding of the right script it is a third. */
const MIN_FREQUENT = 0.5;

/** What the bytes are probably in, as a text for people; null: they do not tell. */
export function otherScriptIn(bytes: Uint8Array): string | null {
  let best: { candidate: Candidate; share: number } | null = null;
  for (const candidate of CANDIDATES) {
    const share = frequentShare(candidate, bytes);
    if (share >= MIN_FREQUENT && share > (best?.share ?? 0)) best = { candidate, share };
  }
  return best && `${best.candidate.script} in ${best.candidate.encoding}`;
}

/** The part of the letters that is frequent in the script; 0 where the bytes are hardly its words. */
function frequentShare({ encoding, letter, frequent }: Candidate, bytes: Uint8Array): number {
  const text = new TextDecoder(encoding).decode(bytes);
  const beyond = text.match(/[\u0080-\uffff]/g) ?? [];
  const letters = beyond.filter((one) => letter.test(one));
  const inWords = (text.match(WORD) ?? []).reduce((sum, word) => sum + word.length, 0);
  if (letters.length < MIN_LETTERS || letters.length < beyond.length * MIN_SHARE) return 0;
  if (inWords < beyond.length * MIN_IN_WORDS) return 0;
  return letters.filter((one) => frequent.has(one.toLowerCase())).length / letters.length;
}
