/**
 * Direction and negation of a text against those of a name, so that the opposite of what was reported is never offered
 * first: `hardly slept` is not hypersomnia, `no headache` is not headache.
 */
import { conceptsOf } from './medicalWords.ts';
import type { Similarity } from './wordSimilarity.ts';
import { isCjk, typedWords, wordForm } from './words.ts';

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

/** A Korean word that denies the words before it: `두통 없음`. */
const DENIES_BEFORE = /^(?:없(?!어)|부인(?:$|[함하했])|아님|아니)/u;
/** A Korean word in whose clause the denied words are not. */
const ENDS_CLAUSE = /[고며만서음다]$/u;
/** A Japanese word that denies what it begins with: `頭痛なし`, `頭痛はない`. */
const DENIED_WITHIN =
  /.(?:なし|無し|[はがも](?:ない|なく|なかった|ありません|ありませんでした)|[はがもを](?:認め|認められ|見られ|みられ|訴え)(?:ず|ない|なかった)|[をは]否定.*)$/u;
/** A Chinese word that denies what follows in it, and the words after it: `无恶心、呕吐`. */
const DENIES_AFTER = /^(?:患者)?(?:无|無|没有|没|否认|否認|未见|未出现|未诉|不伴)./u;
const ENDS_DENIAL = /^(?:但|伴|有|出现|因|后|而)/u;
/** Names of a disorder of what they name: `식욕부진`, `無呼吸`. */
const DISORDER_SCRIPT =
  /부진|장애|이상|상실|불능|곤란|부전|不振|障害|異常|困難|不全|喪失|障碍|异常|困难|不良|丧失|^[무無无不失非未]/u;

export interface Direction {
  up: boolean;
  down: boolean;
  /** forms of the words that are negated, and their concepts */
  negated: ReadonlySet<string>;
}

const isUp = (form: string): boolean => UP.has(form) || UP_BEGINNING.test(form) || UP_ENDING.test(form);
const isDown = (form: string): boolean =>
  DOWN.has(form) || DOWN_BEGINNING.test(form) || DOWN_ENDING.test(form);

/** Of a text as typed. */
export const directionOf = (text: string): Direction => directionOfForms(typedWords(text).map(wordForm));

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
  for (const { word, source } of conceptsOf([...negated]))
    if (source.every((form) => negated.has(form))) negated.add(word);
  return { ...found, negated };
}

/** Words of scripts without a word for *no* before them that the text denies. */
function deniedInScript(forms: readonly string[]): string[] {
  const denied: string[] = [];
  let reach = 0;
  forms.forEach((form, at) => {
    if (!isCjk(form)) return;
    if (DENIES_BEFORE.test(form)) {
      const before = forms.slice(Math.max(0, at - REACH), at);
      const from = before.findLastIndex((one) => ENDS_CLAUSE.test(one)) + 1;
      denied.push(...before.slice(from), form);
    } else if (DENIED_WITHIN.test(form)) denied.push(form);
    else if (DENIES_AFTER.test(form)) {
      denied.push(form);
      reach = REACH;
    } else if (ENDS_DENIAL.test(form)) reach = 0;
    else if (reach > 0) {
      denied.push(form);
      reach -= 1;
    }
  });
  return denied;
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
  // a name that denies something itself is what such a text states
  if (text.negated.size === 0 || other.down || other.negated.size > 0) return false;
  return like !== undefined && isDenied(text.negated, name, like);
}

const isDisorder = (form: string): boolean =>
  DISORDERS.has(form) || (isCjk(form) && DISORDER_SCRIPT.test(form));

/** Every word of the name was matched by a negated one. */
function isDenied(
  negated: ReadonlySet<string>,
  name: readonly string[],
  { shared, spelling }: Similarity,
): boolean {
  const matches = [...shared, ...spelling.map((pair) => pair.said)];
  if (matches.length < name.length || name.some(isDisorder)) return false;
  return matches.every((form) => negated.has(form));
}
