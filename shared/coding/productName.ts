/** Parts of product names besides the name itself: strength, form, salt and company. */
import { typedWords, wordForm } from './words.ts';

const UNITS =
  'mg g kg ml l dl mcg ug ng iu mmol meq mm cm % unit microgram milligram gram 밀리그램 밀리그람 그램 마이크로그램 밀리리터 みりぐらむ ぐらむ 毫克 微克 克 毫升';
const FORMS =
  'tab tablet cap capsule caplet inj injection injectable syrup solution suspension film coated oral iv im sc po sr er xr cr ' +
  'mr xl la od retard dispersible effervescent enteric gastro resistant prolonged modified extended release powder granule ' +
  'cream ointment gel lotion drop ophthalmic nasal spray inhaler patch transdermal suppository vial ampoule prefilled ' +
  'syringe pen infusion concentrate for and ' +
  '정 캡슐 주 주사 주사액 시럽 연고 크림 점안액 서방정 필름코팅정 장용정 현탁액 산 과립 ' +
  '錠 かぷせる 注 注射液 散 顆粒 細粒 軟膏 点眼液 片 胶囊 注射剂 口服液';
const SALTS =
  'hydrochloride hcl dihydrochloride hydrobromide sodium potassium calcium magnesium besylate besilate mesylate mesilate ' +
  'maleate fumarate tartrate citrate phosphate sulfate sulphate acetate succinate tosylate nitrate bromide chloride ' +
  'hydrate monohydrate dihydrate trihydrate anhydrous lactate gluconate malate pamoate palmitate valerate propionate ' +
  'bitartrate hemihydrate medoxomil ' +
  '염산염 나트륨 칼륨 베실산염 말레산염 푸마르산염 수화물 塩酸塩 なとりうむ べしる酸塩 水和物 盐酸盐 钠';
const COMPANIES =
  'inc ltd co corp corporation company gmbh ag sa plc llc bv srl spa kk pharma pharmaceutical pharmaceuticals ' +
  'laboratory laboratories lab healthcare generics brand 제약 주식회사 製薬 制药';

const of = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(wordForm));
const IGNORED = of(`${UNITS} ${FORMS} ${SALTS} ${COMPANIES}`);
/** markers of products only: not a form alone, which occurs in medical terms too */
const PRODUCT_MARKERS = of(
  `${UNITS} ${SALTS} ${COMPANIES} tab tablet cap capsule inj syrup 정 캡슐 錠 片 胶囊`,
);
/** suffixes of words in scripts without spaces */
const ENDING =
  /(?<=.{2})(서방정|필름코팅정|장용정|연질캡슐|캡슐|주사액|시럽|점안액|현탁액|연고|크림|정|주|錠|かぷせる|注射液|顆粒|細粒|軟膏|片|胶囊|염산염|베실산염|나트륨|塩酸塩|なとりうむ|制药|製薬|제약)$/u;

/** A word of a script without spaces, without form and salt at its end. */
export function bareWord(word: string): string {
  const less = word.replace(ENDING, '');
  return less === word ? word : bareWord(less);
}

/** Whether it is a number, or a word of strength, form, salt or company. */
export const isProductWord = (word: string): boolean => /^\p{N}/u.test(word) || IGNORED.has(word);

/** Whether the text has a strength, a form, a salt or a company beside a name. */
export function looksLikeProduct(text: string): boolean {
  const words = typedWords(text).map(wordForm);
  const isMarker = (word: string) => PRODUCT_MARKERS.has(word) || bareWord(word) !== word;
  return words.some(isMarker) && !words.every(isProductWord);
}
