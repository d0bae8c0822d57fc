/**
 * Direction and negation of a text against those of a name, so that the opposite of what was reported is never offered
 * first: `hardly slept` is not hypersomnia, `no headache` is not headache.
 */
import { conceptsOf } from './medicalWords.ts';
import type { Similarity } from './wordSimilarity.ts';
import { isCjk, isSignificant, typedWords, withoutHyphens, wordForm } from './words.ts';

const formsOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(wordForm));

const UP = formsOf(
  'increased increase increases increasing elevated elevation raised raise rise rising risen high higher more excess ' +
    'excessive excessively gain gained gaining want wants wanting crave craving cravings overactive accelerated prolonged faster',
);
const DOWN = formsOf(
  'decreased decrease decreases decreasing reduced reduction lowered low diminished decline declined declining drop ' +
    'dropped dropping less loss lost losing lack lacking lacks absent absence deficiency deficient impaired poor ' +
    'suppressed shortened slower insufficient',
);
/** They reverse what follows them. */
const NEGATORS = formsOf(
  'no not never without hardly barely scarcely denies denied nor cant cannot dont didnt zero',
);
/** After a negator they assert what they are about: `cannot stop coughing`, `no relief from the pain`. */
const ENDINGS = formsOf(
  'stop stopped stopping end ended improve improved improving better resolve resolved relieve relieved relief help helped ' +
    'stand bear tolerate take only away subside recover recovered control controlled settle settled ease eased',
);
/** A negation does not reach beyond them. */
const BREAKS = formsOf('because due but and with after from when then so since while although');
const REACH = 3;
/** Words of a name that state a disorder of what is named with them. */
const DISORDERS = formsOf(
  'disorder disorders abnormal abnormality disturbance difficult difficulty failure problem dysfunction retention inability ' +
    'incontinence discomfort pain',
);

const UP_BEGINNING = /^(?:hyper|tachy|poly(?!p|neuro|arth|myo|cys|chond)|macro)/;
const DOWN_BEGINNING = /^(?:hypo(?!chond)|brady|oligo|insomn|anorexi|agranulo)/;
const UP_ENDING = /(?:leu[ck]o|thrombo|lympho|erythro|mono)cytosis$|(?:neutro|eosino|baso)philia$/;
const DOWN_ENDING = /penia$/;
/** Of scripts without spaces: in what the text contains. */
const UP_SCRIPT =
  /증가|상승|항진|과다|고(?=혈|칼|나트|지혈|요산|체온)|빈맥|増加|上昇|亢進|過多|頻脈|増|高(?!齢)|增加|升高|增高|过多|过速/u;
const DOWN_SCRIPT =
  /감소|저하|저(?=혈|칼|나트|체온)|서맥|결핍|불면|減少|低|徐脈|欠乏|不眠|减少|降低|下降|过缓|缺乏|失眠/u;

/** A word that denies the words before it: `두통 없음`, `頭痛 なし`, `头痛：无`. */
const DENIES_BEFORE =
  /^(?:없(?!어)|부인(?:$|[함하했])|아님|아니|な(?:し|かった)$|無し$|ありません|認めず|認められず|見られず|みられず|[无無没]$|没有$|否认$|否認|否定|阴性$|陰性$)/u;
/** The same of two words: `두통은 나타나지 않음`; what does not get better is there. */
const NOT_SEEN = /^(?:나타나|발생하|보이|있|관찰되|확인되|동반되|호소하)지[는도]?않/u;
/** A word in whose clause the denied words are not. */
const ENDS_CLAUSE = /(?:[고며만서음다]|あり|ある|有)$|^and$/u;
/** A word that denies what it begins with: `두통없음`, `頭痛なし`, `頭痛はない`, `头痛无`. */
const DENIED_WITHIN = new RegExp(
  [
    '.(?:없(?:[음다고]|었|으며|습니다)|부인(?:함|했음)?$)',
    // `出っぱなし` goes on all the time
    '(?<!っぱ)(?<=.)(?:なし|無し|(?<!有)[無无]|なかった|[はがも](?:ない|なく|ありません|ありませんでした)|[をは]否定.*)$',
    '.[はがもを]?(?:認め|認められ|見られ|みられ|訴え)(?:ず|ない|なかった)$',
    // of verbs the same ending states a symptom: `眠れない`, `出ない`
    '(?:(?![少危出寝見来着得起])\\p{Script=Han}|[かゆた]み|めまい|せき)(?:ない|なく)$',
    '.(?:未见|未出现|没有)$',
  ].join('|'),
  'u',
);
const ABSENT = /[(（[［]\s*[-−－‐–]\s*[)）\]］]/gu;
/** A sign of absence behind a finding as a word: `headache (-)`. */
export const withDenials = (text: string): string => text.replace(ABSENT, ' なし ');
/** A Chinese word that denies what follows in it, and the words after it: `无恶心、呕吐`, `否认 头痛`. */
const DENIES_AFTER =
  /^(?:患者|病人|目前|并|亦|均)*(?:没有|否认|否認|未(?:见|出现|诉|发生|发现|觉|感)|不伴|[无無]|没(?=.))/u;
const ENDS_DENIAL = /^(?:但|伴|有|出现|因|后|而)/u;
/** Names of a disorder of what they name: `식욕부진`, `無呼吸`. */
const DISORDER_SCRIPT =
  /부진|장애|이상|상실|불능|곤란|부전|不振|障害|異常|困難|不全|喪失|障碍|异常|困难|不良|丧失|^[무無无不失非未]/u;

export interface Direction {
  up: boolean;
  down: boolean;
  /** forms of the words that are negated, and their concepts */
  negated: ReadonlySet<string>;
  /** what is negated is itself a lack or a disorder: `no insomnia` */
  deniesDisorder: boolean;
}

const isUp = (form: string): boolean => UP.has(form) || UP_BEGINNING.test(form) || UP_ENDING.test(form);
const isDown = (form: string): boolean =>
  DOWN.has(form) || DOWN_BEGINNING.test(form) || DOWN_ENDING.test(form);

const ENDS_SENTENCE = /[.;!?](?=\s)|[。；！？\n]/gu;
const BREAK = ' and ';

/** Of a text as typed; what it negates also as written without hyphens. */
export function directionOf(text: string): Direction {
  const sentences = text.replace(ENDS_SENTENCE, BREAK);
  const own = directionOfForms(typedWords(sentences).map(wordForm));
  const joined = withoutHyphens(text);
  return joined === null
    ? own
    : { ...own, negated: new Set([...own.negated, ...directionOf(joined).negated]) };
}

/** Of a name, by the forms of its words. */
function directionOfForms(forms: readonly string[]): Direction {
  const text = forms.filter(isCjk).join(' ');
  const negated = new Set<string>();
  const found = { up: text !== '' && UP_SCRIPT.test(text), down: text !== '' && DOWN_SCRIPT.test(text) };
  let reach = 0;
  forms.forEach((form, at) => {
    if (NEGATORS.has(form)) {
      reach = forms.slice(at + 1, at + 1 + REACH).some((next) => ENDINGS.has(next)) ? 0 : REACH;
      found.down ||= reach > 0;
      return;
    }
    if (BREAKS.has(form)) reach = 0;
    else if (reach > 0) {
      negated.add(form);
      reach -= 1;
    } else {
      found.up ||= isUp(form);
      found.down ||= isDown(form);
    }
    if (isDenial(forms, at)) found.down = true;
  });
  for (const form of takenAway(forms)) {
    negated.add(form);
    found.down = true;
  }
  for (const form of deniedInScript(forms)) negated.add(form);
  for (const { word, source } of conceptsOf([...negated].filter(isSignificant)))
    if (source.every((form) => negated.has(form))) negated.add(word);
  const deniesDisorder = [...negated].some((form) => {
    const denied = withoutDenial(form);
    return (
      LOSSES.has(denied) ||
      isDown(denied) ||
      isDisorder(denied) ||
      (isCjk(denied) && DOWN_SCRIPT.test(denied))
    );
  });
  return { ...found, negated, deniesDisorder };
}

/** The words that the text denies in scripts where the word for *no* comes later, or is a part of the word. */
function deniedInScript(forms: readonly string[]): string[] {
  const denied: string[] = [];
  let reach = 0;
  forms.forEach((form, at) => {
    if (!isCjk(form)) return;
    const before = at > 0 && reach === 0 ? wordsBefore(forms, at) : [];
    if (before.length > 0 && deniesBefore(forms, at)) denied.push(...before, form);
    else if (DENIES_AFTER.test(form)) {
      denied.push(form, withoutDenial(form));
      reach = REACH;
    } else if (DENIED_WITHIN.test(form)) denied.push(form);
    else if (ENDS_DENIAL.test(form)) reach = 0;
    else if (reach > 0) {
      denied.push(form);
      reach -= 1;
    }
  });
  return denied;
}

const withoutDenial = (form: string): string => form.replace(DENIES_AFTER, '');

const deniesBefore = (forms: readonly string[], at: number): boolean =>
  DENIES_BEFORE.test(forms[at] ?? '') || NOT_SEEN.test(`${forms[at - 1] ?? ''}${forms[at] ?? ''}`);

/** The words of its clause before a word. */
function wordsBefore(forms: readonly string[], at: number): readonly string[] {
  const before = forms.slice(Math.max(0, at - REACH), at);
  return before.slice(before.findLastIndex((one) => ENDS_CLAUSE.test(one)) + 1);
}

/** `lost my hunger`, `loss of hunger`: what follows is gone. */
const LOSSES = formsOf('lost loss lose losing lack lacking absence');
const isDenial = (forms: readonly string[], at: number): boolean => LOSSES.has(forms[at] ?? '');

const TAKES = formsOf('take takes took taken taking takes kills killed suppresses suppressed');

/** `takes my hunger away`: the words between, or after `away`. */
function takenAway(forms: readonly string[]): string[] {
  const from = forms.findIndex((form) => TAKES.has(form));
  const away = forms.indexOf('away');
  if (from < 0) return [];
  if (away > from && away - from <= REACH + 2) {
    const between = forms.slice(from + 1, away);
    return between.length > 0 ? between : forms.slice(away + 1, away + 1 + REACH);
  }
  return [];
}

/**
 * Whether the name states the contrary of the text: the other direction, or what the text negates as if it were there.
 * A text with both directions decides nothing.
 */
export function isOpposite(text: Direction, name: readonly string[], like?: Similarity): boolean {
  if (text.up === text.down && text.negated.size === 0) return false;
  const other = directionOfForms(name);
  if (text.down && !text.up && other.up && !other.down) return true;
  if (text.up && !text.down && other.down && !other.up) return true;
  if (text.negated.size === 0) return false;
  // a name that denies something itself is what such a text states: `no appetite` is a loss of it
  const statesLack = other.down || other.negated.has(name.at(-1) ?? '') || name.some(isDisorder);
  if (statesLack && !text.deniesDisorder) return false;
  return like !== undefined && isDenied(text.negated, name, like);
}

const isDisorder = (form: string): boolean =>
  DISORDERS.has(form) || (isCjk(form) && DISORDER_SCRIPT.test(form));

/** Every word of the name was matched by a negated one; of scripts in which the head comes last, its head was. */
function isDenied(
  negated: ReadonlySet<string>,
  name: readonly string[],
  { shared, spelling }: Similarity,
): boolean {
  const head = name.at(-1) ?? '';
  if (isCjk(head))
    return (
      [...negated].some((form) => form.includes(head) || (form.length > 1 && head.startsWith(form))) ||
      spelling.some((pair) => pair.name === head && negated.has(pair.said))
    );
  const matches = [...shared, ...spelling.map((pair) => pair.said)];
  return matches.length >= conceptsOf(name).length && matches.every((form) => negated.has(form));
}
