/**
 * Transliterates Korean and Japanese syllables to Latin letters as far as comparing names needs it: Hangul letter by
 * letter by the Revised Romanisation without its sound changes, kana by Hepburn. Other characters (Chinese) are kept.
 */
import { memoize } from '../text/memoize.ts';

const INITIALS = 'g kk n d tt r m b pp s ss  j jj ch k t p h'.split(' ');
const VOWELS = 'a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i'.split(' ');
const FINALS = ' k k k n n n t l l l l l l l l m p p t t ng t t k t p t'.split(' ');
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

/** Family names are written by convention, not by rule. */
const FAMILY_NAMES: Readonly<Record<string, string>> = {
  김: 'kim',
  이: 'lee',
  박: 'park',
  최: 'choi',
  정: 'jung',
  강: 'kang',
  조: 'cho',
  윤: 'yoon',
  임: 'lim',
  오: 'oh',
  신: 'shin',
  유: 'yoo',
  류: 'ryu',
  안: 'ahn',
  노: 'noh',
  우: 'woo',
  구: 'koo',
  문: 'moon',
};

const KANA: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ア a イ i ウ u エ e オ o カ ka キ ki ク ku ケ ke コ ko サ sa シ shi ス su セ se ソ so タ ta チ chi ツ tsu テ te ト to ' +
    'ナ na ニ ni ヌ nu ネ ne ノ no ハ ha ヒ hi フ fu ヘ he ホ ho マ ma ミ mi ム mu メ me モ mo ヤ ya ユ yu ヨ yo ' +
    'ラ ra リ ri ル ru レ re ロ ro ワ wa ヲ o ン n ガ ga ギ gi グ gu ゲ ge ゴ go ザ za ジ ji ズ zu ゼ ze ゾ zo ' +
    'ダ da ヂ ji ヅ zu デ de ド do バ ba ビ bi ブ bu ベ be ボ bo パ pa ピ pi プ pu ペ pe ポ po ヴ vu ' +
    'ァ a ィ i ゥ u ェ e ォ o'
  )
    .split(' ')
    .reduce<[string, string][]>(
      (pairs, word, at, all) => (at % 2 === 0 ? [...pairs, [word, all[at + 1] ?? '']] : pairs),
      [],
    ),
);
const SMALL_Y: Readonly<Record<string, string>> = { ャ: 'a', ュ: 'u', ョ: 'o' };
const HIRAGANA_TO_KATAKANA = 0x60;

const isHangul = (letter: string): boolean => {
  const code = letter.codePointAt(0) ?? 0;
  return code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE;
};

function hangul(letter: string): string {
  const syllable = (letter.codePointAt(0) ?? 0) - FIRST_SYLLABLE;
  const [initial, vowel, final] = [Math.floor(syllable / 588), Math.floor(syllable / 28) % 21, syllable % 28];
  return (INITIALS[initial] ?? '') + (VOWELS[vowel] ?? '') + (FINALS[final] ?? '');
}

const katakanaOf = (letter: string): string =>
  /[ぁ-ゖ]/u.test(letter)
    ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + HIRAGANA_TO_KATAKANA)
    : letter;

function kana(text: string): string {
  let latin = '';
  let doubled = false;
  for (const letter of [...text].map(katakanaOf)) {
    if (letter === 'ッ') doubled = true;
    else if (letter in SMALL_Y && latin.endsWith('i'))
      // kya, but sha, cha and ja
      latin = latin.replace(/i$/, /(sh|ch|j)i$/.test(latin) ? '' : 'y') + (SMALL_Y[letter] ?? '');
    else if (letter !== 'ー') {
      const sound = KANA[letter] ?? letter;
      latin += doubled ? sound.slice(0, 1) + sound : sound;
      doubled = false;
    }
  }
  return latin;
}

const MAX_NAME_LENGTH = 4;

/** A normalised text in Latin letters. `isName`: the first syllable of a Hangul name is the family name. */
export const romanised = (text: string, isName = false): string => (isName ? latinName : latinText)(text);

const latinText = memoize((text) => inLatin(text, false));
const latinName = memoize((text) => inLatin(text, true));

function inLatin(text: string, isName: boolean): string {
  const words = text.split(' ').map((word, at) => {
    const letters = [...word];
    const [first = '', ...given] = letters;
    const latin = (some: readonly string[]) =>
      kana(some.map((letter) => (isHangul(letter) ? hangul(letter) : letter)).join(''));
    const hasFamily = isName && at === 0 && letters.length <= MAX_NAME_LENGTH && isHangul(first);
    if (!hasFamily) return latin(letters);
    return [FAMILY_NAMES[first] ?? latin([first]), latin(given)].filter(Boolean).join(' ');
  });
  return words.join(' ');
}

/** The sound of a romanised text: letters that romanisations interchange are unified, long vowels shortened. */
export const soundOf = memoize((latin): string =>
  latin
    .replaceAll(/ph/g, 'f')
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/ch/g, 'j')
    .replaceAll(/[cgq]/g, 'k')
    .replaceAll(/b/g, 'p')
    .replaceAll(/d/g, 't')
    .replaceAll(/r/g, 'l')
    .replaceAll(/[vw]/g, 'u')
    .replaceAll(/z/g, 's')
    .replaceAll(/y/g, 'i')
    .replaceAll(/eo|oo|ou|eu/g, 'u')
    .replaceAll(/ee/g, 'i')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(' ', ''),
);

/** Only the consonants of a sound, for vowels that are heard differently. */
export const skeletonOf = memoize((latin): string => soundOf(latin).replaceAll(/(?<!^)[aeiouh]/g, ''));

/** The first letters of the words of a name; in Hangul and kana each syllable counts as a word. */
export const initialsOf = (words: readonly string[]): string =>
  words
    .flatMap((word) => ([...word].every(isHangul) ? [...word].map(hangul) : [romanised(word)]))
    .map((word) => word.slice(0, 1))
    .join('');
