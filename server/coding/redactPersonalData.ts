/** A text as an external coder receives it: without data that could identify the patient or the reporter. */
import { escapedPattern } from '../../shared/text/escapedPattern.ts';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';

const LEFT_OUT = '…';

/** One word of a name; an initial may have a dot. */
const NAME_WORD = String.raw`(?:\p{Lu}\.\s*)*\p{Lu}[\p{L}'’-]*`;
/** Forms of address. `MS` in capitals is multiple sclerosis, unless a name follows. */
const ADDRESS = '[Mm]rs?|MRS?|[Mm]s|MS(?=\\.?\\s+\\p{Lu})|[Mm]iss|MISS|[Dd]r|DR|[Pp]rof|PROF|[Nn]urse|NURSE';
/** Between the words of a name. */
const PARTICLES = String.raw`(?:(?:van|von|der|den|de|del|della|di|da|dos|la|le|al|el|bin|ben|ter)\s+)*`;
/** Its first word may be written small; further ones are not, since the text goes on behind it. */
const NAME = String.raw`${PARTICLES}(?:${NAME_WORD}|[\p{L}'’-]+)(?:\s+${PARTICLES}${NAME_WORD})*`;
const ADDRESSED = String.raw`\b(?:${ADDRESS})\.?\s+${NAME}`;

/** Of small Latin letters. Not `(?i:…)`, which V8 compiles wrongly for some texts that a pattern was used on before. */
const anyCase = (words: string): string =>
  words.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** What forms and letters write before a name; names of products have other words before `name`. */
const LABELLED: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<=(?:^|[.,;(/]\s?|(?:${anyCase('patient|reporter|physician|doctor|nurse|first|last|full|family|given|sur')})(?:['’]?[sS])?\s?)${anyCase('name')}\s?:\s?)${NAME}`,
    'gu',
  ),
  /(?<=(?:성명|이름|(?:환자|보고자|신고자|보호자|의사|간호사)명)\s?:\s?)[가-힣]{2,6}/gu,
  // a short family name has the given name behind a blank
  /(?<=(?:氏名|名前|(?:患者|報告者|医師)名)\s?:\s?)(?:[\p{sc=Han}\p{sc=Kana}]{1,3}\s[\p{sc=Han}\p{sc=Kana}]{1,3}(?![\p{sc=Han}\p{sc=Kana}])|[\p{sc=Han}\p{sc=Kana}ー・]{1,12})/gu,
  /(?<=姓名\s?:\s?)\p{sc=Han}{2,4}/gu,
];

/** Family names that are written before a form of address or instead of a name; `某` and `모` stand for the given name. */
const KOREAN_FAMILY =
  '[김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구나민진지엄채원천방공현함변염여추도소석선마길연위표명기반왕금옥육인맹모탁국]';
const CHINESE_FAMILY =
  '(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|[王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万萬段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文])';
/** Characters that stand for parts of a name. */
const MASK = '[○◯〇*]';
/** What Korean writes onto a word: a name with it is a name. */
const PARTICLE = '(?:은|는|이|가|을|를|의|에게|께서|께|도|과|와|로|만|한테|께서는)?(?![가-힣])';
const NAMES_BEFORE_ADDRESS: readonly RegExp[] = [
  // with masks: 김OO, 김○수, 田中○○, 王**
  new RegExp(`[가-힣](?:[OX×]{2,3}|${MASK}{2,3}|${MASK}[가-힣])(?:\\s*(?:님|씨)(?=${PARTICLE}))?`, 'gu'),
  new RegExp(
    `[\\p{sc=Han}\\p{sc=Kana}]{1,4}${MASK}(?:${MASK}{0,2}\\s?(?:さん|様|氏|先生|女士|小姐)|${MASK}{1,2})`,
    'gu',
  ),
  // 날씨 (weather) is no name: a single syllable is a family name, alone
  new RegExp(
    `[가-힣]{2,4}\\s*(?:(?:선생|교수|박사|원장|과장|간호사|약사)?님|씨)(?=${PARTICLE})|(?<![가-힣])${KOREAN_FAMILY}(?:\\s*모)?\\s*씨(?=${PARTICLE})`,
    'gu',
  ),
  // 안과 교수 is a department, 한의사 an occupation
  new RegExp(
    `(?<![가-힣])${KOREAN_FAMILY}(?:[가-힣]{2})?(?<!과)\\s?(?:교수|박사|원장|과장|간호사|약사)(?=${PARTICLE})|(?<![가-힣])${KOREAN_FAMILY}[가-힣]{2}\\s?의사(?=${PARTICLE})`,
    'gu',
  ),
  // 担当医師 and 歯科医師 are no names
  /(?<!\p{sc=Han})\p{sc=Han}{1,4}(?<!主治|担当|専門|科|院|産業|研修|准|正|性|同|各|病棟|外来|救急)(?:医師|看護師|薬剤師|院長|教授)(?!\p{sc=Han})/gu,
  // 摂氏 and 華氏 are scales, 同様 and 様 before a noun are likenesses
  /(?:\p{sc=Han}{1,4}|(?<![\p{sc=Kana}ー・])[\p{sc=Kana}ー・]+|(?<![A-Z])[A-Z])\s?(?:さん|(?<!同)様(?!\p{sc=Han})|(?<![摂華])氏|先生)/gu,
  new RegExp(
    `${CHINESE_FAMILY}\\p{sc=Han}{0,2}(?:医生|醫生|医师|醫師|大夫|护士长?|護士長?|教授|主任)|${CHINESE_FAMILY}某{1,2}(?!些)|\\p{sc=Han}{1,3}(?:女士|小姐|太太)`,
    'gu',
  ),
];

const NUMBER = String.raw`\d{1,6}(?:[.,]\d{1,3})?`;
/** Of measurements and doses, as NFKC writes them ... */
const AMOUNTS = String.raw`°\s?[CF]?|%|mm\s?Hg|kPa|(?:[kmμn]|mc|p)?g|[mdμ]?[Ll]|[cm]m|I?U|[mμn]?mol|mEq|bpm|度|回|次|도|회`;
/** ... and of durations, which are seldom in thousands. */
const DURATIONS = String.raw`h|hrs?|hours?|min(?:ute)?s?|days?|weeks?|months?|years?|天|時間|小时|日間|週間|周|か月|个月|분|시간|일간|주|개월`;
/** What may be between the groups of a phone number. */
const BETWEEN_GROUPS = String.raw`[\s().\p{Pd}−]`;
/** A number of two groups is a range only if both are round: `500-1000 mg`, but `555-1234`, and `500-1000 min`. */
const LOCAL_PHONE = String.raw`(?!\d+0\s?\p{Pd}\s?\d+0(?!\d|[\s\p{Pd}/]?(?:${DURATIONS})(?![\p{sc=Latin}\p{N}])))\d{3,4}\s?\p{Pd}\s?\d{4}(?!\d)`;
/** One number or two with a unit: `38.5 °C`, `120/80 mmHg`, `3-4 days`. Behind another number it may be the rest of a phone number. */
const MEASURED = String.raw`(?<![\p{sc=Latin}\p{N}.,/\p{Pd}]|\d${BETWEEN_GROUPS}{1,2})(?!${LOCAL_PHONE})${NUMBER}(?:\s?[\p{Pd}/~]\s?${NUMBER})?[\s\p{Pd}/]?(?:${AMOUNTS}|${DURATIONS})(?![\p{sc=Latin}\p{N}])`;
const DECIMAL_RANGE = String.raw`(?<![\p{sc=Latin}\p{N}.,/\p{Pd}])\d{1,3}\.\d{1,2}\s?[\p{Pd}~]\s?\d{1,3}\.\d{1,2}(?![\p{sc=Latin}\p{N}./\p{Pd}])`;
const FINDINGS = String.raw`(?<![\p{sc=Latin}\p{N}-])(?:COVID-19|SARS-CoV-[12]|HER-2|BRCA-[12]|CA[- ]?(?:125|15-3|19-9|27[-.]29|72-4)|(?:IL|HHV|HPV|HTLV|GLP|SGLT|DPP|PD|CTLA|COX|MEN|vitamin B)-\d{1,2})(?!-?\d)(?!\p{sc=Latin})`;
/** What has the form of an identifier, or of a day, and is none: findings, viruses and markers, and what was measured. */
const CLINICAL = new RegExp(`(${FINDINGS}|${MEASURED}|${DECIMAL_RANGE})`, 'giu');

const DAY_OR_MONTH = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const YEAR = String.raw`(?:19|20)\d\d`;
/** Of two numbers alone, those that are a month and a year, or with a slash a day and a month; others are decimals, ranges and pressures. */
const DATES: readonly RegExp[] = [
  // what goes on with further numbers is a phone number
  /(?<!\d[-/.]?)\d{1,4}\s*([-/.])\s*\d{1,2}\s*\1\s*\d{1,4}(?!\d|[-/.]\d)/gu,
  new RegExp(String.raw`\b(?:${YEAR}\s*[-/.]\s*\d{1,2}|\d{1,2}\s*[-/.]\s*${YEAR})(?!\d)`, 'gu'),
  new RegExp(String.raw`(?<![\d./])${DAY_OR_MONTH}\s*/\s*${DAY_OR_MONTH}(?![\d/]|\.\d)`, 'gu'),
  // 5.3. Fieber
  new RegExp(String.raw`(?<![\d.])${DAY_OR_MONTH}\.\s?${DAY_OR_MONTH}\.(?!\d)`, 'gu'),
  /(?<!\d)\d{1,4}\s*[年년]\s*\d{1,2}(?:\s*[月월](?:\s*\d{1,2}\s*[日일])?)?/gu,
  /(?<!\d)\d{1,2}\s*[月월]\s*\d{1,2}\s*[日일]/gu,
];

/** Each looks at a text once: what can begin anywhere in a long word, and then reads all of it, takes minutes. */
const PATTERNS: readonly RegExp[] = [
  // mail addresses, from the beginning of the word, and links
  /(?<!\S)\S+@\S+|https?:\/\/\S+/gi,
  // dates, with separators, and with months in words
  ...DATES,
  /\b\d{1,2}(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?:\s+\d{2,4})?\b/gi,
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{2,4})?\b/gi,
  // phone, case and insurance numbers: five digits or more, with any separators, and the area in parentheses before them
  /(?:\+\d{1,3}\s?)?(?:\(\d{1,5}\)\s?)?[+(]?\d(?:[\s().\p{Pd}−]?\d){4,}/gu,
  // identifiers of letters and digits; a short number before words is none: `24-hour`, `5-FU`
  /(?<![A-Z\d]-?)(?!\d{1,2}(?:-[A-Z]{2,})+\b)(?=(?:[A-Z]|-(?!-))*\d)(?=(?:\d|-(?!-))*[A-Z])[A-Z\d]+(?:-[A-Z\d]+)+/gi,
  // names after labels and forms of address, before Korean and Japanese ones
  ...LABELLED,
  new RegExp(ADDRESSED, 'gu'),
  ...NAMES_BEFORE_ADDRESS,
];

/** Values of items that are masked for authorities, as the case says them; a full name also by its parts. */
function privateValues({ items }: Catalogue, content: CaseContent): string[] {
  const values = content.values.flatMap(({ itemId, value }) => {
    const text = items[itemId]?.privacy === true ? (value ?? '').normalize('NFKC').trim() : '';
    return NAME_OF_PARTS.test(text) ? [text, ...text.split(PART_BREAK)] : [text];
  });
  return values
    .filter((value) => [...value].length > 1 || isSyllable(value))
    .toSorted((a, b) => b.length - a.length);
}

/**
 * Texts only: a code of one sign (sex, kind of report) is no name. In one form of each character (NFKC): Japanese texts have
 * their digits in full width, and files of some systems Korean ones in pieces of syllables.
 */
export function redactPersonalData(text: string, catalogue: Catalogue, content: CaseContent): string {
  const named = privateValues(catalogue, content).reduce(withoutName, text.normalize('NFKC'));
  return named
    .split(CLINICAL)
    .map((part, at) => (at % 2 === 1 ? part : withoutPatterns(part)))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Written without blanks between words: what is before or behind a name does not tell where it ends. */
const NO_BLANKS = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hangul}々ー]`;
const IS_WITHOUT_BLANKS = new RegExp(`^${NO_BLANKS}$`, 'u');
/** What may be between the parts of such a name, or is left out. */
const BREAK = String.raw`[\s・･·]`;
const GAP = `${BREAK}*`;
const IS_BREAK = new RegExp(`^${BREAK}$`, 'u');
const isSyllable = (sign: string): boolean => IS_WITHOUT_BLANKS.test(sign);
/** A family and a given name in one item. */
const PART_BREAK = new RegExp(`${BREAK}+`, 'u');
const NAME_OF_PARTS = new RegExp(`^${NO_BLANKS}{1,8}${BREAK}+${NO_BLANKS}{1,8}$`, 'u');

const withoutPatterns = (text: string): string =>
  PATTERNS.reduce((left, pattern) => left.replace(pattern, LEFT_OUT), text);

/** Removes a name in any case, with and without blanks where its script has none. */
function withoutName(text: string, value: string): string {
  const characters = [...value];
  const [first = '', last = ''] = [characters[0], characters.at(-1)];
  if (isSyllable(value)) return besideName(text, escapedPattern(value));
  const literal = characters
    .map((character, at) => {
      if (IS_BREAK.test(character))
        return isSyllable(characters[at - 1] ?? '') ? '' : escapedPattern(character);
      return isSyllable(character) && at < characters.length - 1
        ? `${escapedPattern(character)}${GAP}`
        : escapedPattern(character);
    })
    .join('');
  const before = isSyllable(first) ? '' : String.raw`(?<!(?!${NO_BLANKS})[\p{L}\p{N}])`;
  const behind = isSyllable(last) ? '' : String.raw`(?![\p{sc=Latin}\p{N}])`;
  return text.replace(new RegExp(`${before}${literal}${behind}`, 'giu'), LEFT_OUT);
}

/** A family name of one character is a word of many others: it is one before a given name, or behind it. */
const besideName = (text: string, literal: string): string =>
  text.replace(new RegExp(`${literal}${GAP}${LEFT_OUT}|${LEFT_OUT}${GAP}${literal}`, 'gu'), LEFT_OUT);
