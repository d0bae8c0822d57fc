/** The rules by name: reading (`up`) and writing (`down`). A rule without one of them leaves that to another. */
import type { R2RuleName } from '../../../../schemas/e2b/r2.types.ts';
import type { DownRule } from '../downgrade.ts';
import type { UpRule } from '../upgrade.ts';
import { additionalDown } from './additional.ts';
import {
  anySeriousDown,
  anySeriousUp,
  codeDown,
  codeUp,
  nullificationDown,
  nullificationReasonDown,
} from './codes.ts';
import { dateDown, dateUp } from './dates.ts';
import {
  dosageFormDown,
  dosageTextDown,
  doseDown,
  doseIntervalDown,
  doseIntervalUp,
  doseUp,
  routeDown,
  routeUp,
} from './doses.ts';
import {
  assessmentDown,
  assessmentUp,
  drugIntervalDown,
  drugIntervalUp,
  reactionIntervalUp,
  recurrenceDown,
  recurrenceUp,
} from './pairs.ts';
import {
  phoneDown,
  phoneUp,
  primaryCountryDown,
  primaryCountryUp,
  studyNameDown,
  worldwideIdDown,
  worldwideIdUp,
} from './parties.ts';
import { productNameDown, termDown, termUp, verbatimDown, verbatimUp } from './terms.ts';
import {
  parentAgeDown,
  testCommentsDown,
  testCommentsUp,
  testLimitDown,
  testLimitUp,
  testNameDown,
  testNameUp,
  testResultDown,
  testResultUp,
} from './tests.ts';
import {
  constantDown,
  constantUp,
  keepUp,
  narrativeDown,
  narrativeUp,
  numberDown,
  numberUp,
  textDown,
  textUp,
} from './texts.ts';

interface Rule {
  up?: UpRule;
  down?: DownRule;
  /** which of the `items` of its leaf reading sets, or says in another way */
  parts?: readonly string[];
}

export const RULES: Record<R2RuleName, Rule> = {
  text: { up: textUp, down: textDown },
  code: { up: codeUp, down: codeDown },
  number: { up: numberUp, down: numberDown },
  date: { up: dateUp, down: dateDown },
  dateFormat: {},
  term: { up: termUp, down: termDown },
  termVersion: {},
  part: {},
  constant: { up: constantUp, down: constantDown },
  keep: { up: keepUp },
  primaryCountry: { up: primaryCountryUp, down: primaryCountryDown, parts: ['primary'] },
  anySerious: { up: anySeriousUp, down: anySeriousDown },
  worldwideId: { up: worldwideIdUp, down: worldwideIdDown, parts: ['by', 'others', 'source', 'number'] },
  nullification: { up: codeUp, down: nullificationDown },
  nullificationReason: { up: textUp, down: nullificationReasonDown },
  phone: { up: phoneUp, down: phoneDown },
  studyName: { up: textUp, down: studyNameDown },
  productName: { up: textUp, down: productNameDown },
  parentAge: { up: numberUp, down: parentAgeDown },
  verbatim: { up: verbatimUp, down: verbatimDown, parts: ['language', 'translation'] },
  testName: { up: testNameUp, down: testNameDown, parts: ['code', 'version'] },
  testResult: { up: testResultUp, down: testResultDown, parts: ['unit', 'text', 'word'] },
  testLimit: { up: testLimitUp, down: testLimitDown },
  testComments: { up: testCommentsUp, down: testCommentsDown, parts: ['code'] },
  dose: { up: doseUp, down: doseDown, parts: ['unit', 'text'] },
  doseInterval: { up: doseIntervalUp, down: doseIntervalDown, parts: ['unit'] },
  dosageText: { up: textUp, down: dosageTextDown },
  dosageForm: { up: textUp, down: dosageFormDown, parts: ['code', 'version'] },
  route: { up: routeUp, down: routeDown, parts: ['code', 'version'] },
  reactionInterval: { up: reactionIntervalUp },
  drugInterval: { up: drugIntervalUp, down: drugIntervalDown },
  recurrence: { up: recurrenceUp, down: recurrenceDown, parts: ['more'] },
  assessment: { up: assessmentUp, down: assessmentDown, parts: ['source', 'method', 'result', 'more'] },
  additional: { up: textUp, down: additionalDown },
  narrative: { up: narrativeUp, down: narrativeDown },
};
