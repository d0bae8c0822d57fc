/** One invented case, filled in the way real ones are: a reporter, a patient, reactions, drugs and what was thought of them. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { LoadedEntry } from '../dictionaries/entry.ts';
import { newDraft } from './caseDraft.ts';
import { completeForAuthority } from './completeForAuthority.ts';
import type { CaseDraft } from './caseDraft.ts';
import type { Chance } from '../../shared/generate/chance.ts';
import words from './demoWords.json' with { type: 'json' };

/** What the demo organisation has. */
export interface DemoWorld {
  catalogue: CatalogueSource;
  newUuid: () => string;
  now: Date;
  products: { name: string; substance: string | null }[];
  studies: { study_no: string; name: string; study_type: string | null }[];
  sender: { organisation: string; sender_type: string | null };
  /** what is coded is taken from here */
  coding: { dictionary: string; version: string; terms: DictionaryTerm[] };
}

type DictionaryTerm = Pick<LoadedEntry, 'code' | 'term'>;

// codes of the E2B code lists that a story needs to be of one piece
const [YES, NO] = ['true', 'false'];
const FROM_STUDY = '2';
const SPONTANEOUS = '1';
const PRIMARY = '1';
const NOT_REGULATOR = '2';
const SUSPECT = '1';
const CONCOMITANT = '2';
const FATAL = '5';
/** role of the criterion that a fatal outcome meets */
const DEATH = 'seriousDeath';
/** null flavor of a criterion that does not apply */
const NO_INFORMATION = 'NI';
/** null flavor of personal data that is withheld */
const MASKED = 'MSK';
/** countries whose reporters are named to nobody */
const MASKED_IN = ['DE', 'FR'];
const YEARS = 'a';
const ENGLISH = 'eng';

const DAY_MS = 86_400_000;
/** a case that came later still lacks what its authority asks for */
const BEING_COMPLETED_DAYS = 13;

interface Telling extends DemoWorld {
  draft: CaseDraft;
  chance: Chance;
  number: number;
  /** days before now */
  received: number;
  country: string;
}

/** The content of demo case `number`. */
export function demoCase(world: DemoWorld, chance: Chance, number: number): CaseContent {
  const draft = newDraft(world.catalogue, world.newUuid);
  const telling: Telling = {
    ...world,
    draft,
    chance,
    number,
    received: receivedBefore(chance.between(3, 420)),
    country: chance.pick(words.countries),
  };
  const isStudy = tellOrigin(telling);
  const patient = tellPatient(telling);
  const reactions = tellReactions(telling);
  const drugs = tellDrugs(telling);
  tellAssessments(telling, drugs, reactions);
  if (chance.percent(40)) tellTest(telling);
  tellNarrative(telling, patient, drugs, reactions);
  answerTheRest(telling);
  if (telling.received > BEING_COMPLETED_DAYS)
    completeForAuthority(world.catalogue.whole, draft, { ...telling, isStudy });
  return draft.content;
}

/** Every second case came in during the last weeks: there is something to do. */
const receivedBefore = (days: number): number => (days % 2 === 0 ? days : 3 + (days % 26));

/** Answers whether it is a report of a study. */
function tellOrigin({ draft, chance, number, received, country, now, sender, studies }: Telling): boolean {
  const { say } = draft;
  const isStudy = studies.length > 0 && chance.percent(25);
  const id = `${country}-HANBIT-${String(dayBefore(now, received)).slice(0, 4)}${String(number).padStart(4, '0')}`;
  say('typeOfReport', isStudy ? FROM_STUDY : SPONTANEOUS);
  say('firstReceived', dayBefore(now, received));
  say('mostRecentInformation', dayBefore(now, received - chance.between(0, 2)));
  say('creationDate', `${dayBefore(now, received)}${chance.between(10, 18)}3000+0000`);
  say('expedited', chance.percent(60) ? YES : NO);
  say('caseNumber', id);
  say('worldwideId', id);
  say('firstSender', NOT_REGULATOR);
  say('senderType', sender.sender_type ?? '1');
  say('senderOrganisation', sender.organisation);
  const reporter = draft.addRow('reporters');
  say('reporterQualification', chance.pick(draft.codes('reporterQualification')), reporter);
  say('reporterCountry', country, reporter);
  say('primarySource', PRIMARY, reporter);
  const person = {
    reporterGivenName: chance.pick(words.givenNames),
    reporterFamilyName: chance.pick(words.familyNames),
    reporterOrganisation: chance.pick(words.organisations),
  };
  for (const [role, value] of Object.entries(person))
    if (MASKED_IN.includes(country)) draft.putNull(role, MASKED, reporter);
    else say(role, value, reporter);
  if (!isStudy) return false;
  const study = chance.pick(studies);
  say('studyName', study.name);
  say('sponsorStudyNumber', study.study_no);
  say('studyType', study.study_type ?? '1');
  return true;
}

function tellPatient({ draft, chance, coding }: Telling): { age: number; sex: string } {
  const patient = { age: chance.between(19, 88), sex: chance.pick(draft.codes('sex')) };
  draft.say('patientInitials', chance.pick(words.initials));
  draft.say('sex', patient.sex);
  draft.putWith(draft.item('ageNumber'), String(patient.age), YEARS);
  if (chance.percent(35)) {
    const history = draft.addRow('medicalHistory');
    tellTerm(draft, 'medicalHistory', chance.pick(coding.terms), coding, history);
  } else {
    draft.put(
      draft.itemBeside('medicalHistory', ({ control }) => control === 'longText'),
      'None known.',
    );
  }
  return patient;
}

interface DemoReaction {
  row: RowPath;
  term: DictionaryTerm;
  outcome: string;
  start: string;
}

function tellReactions({
  draft,
  chance,
  catalogue,
  coding,
  received,
  country,
  now,
}: Telling): DemoReaction[] {
  const criteria = Object.keys(catalogue.whole.roles).filter((role) => role.startsWith('serious'));
  const withoutDeath = criteria.filter((role) => role !== DEATH);
  return chance.pickSome(coding.terms, chance.between(1, 3)).map((term): DemoReaction => {
    const row = draft.addRow('reactions');
    const outcome = chance.percent(4)
      ? FATAL
      : chance.pick(draft.codes('reactionOutcome').filter((code) => code !== FATAL));
    const startedBefore = received + chance.between(2, 40);
    draft.say('reactionVerbatim', term.term.en.toLowerCase(), row, term.term.ko);
    draft.put(
      draft.itemIn('reactions', ({ codeList }) => codeList === 'languages'),
      ENGLISH,
      row,
    );
    tellTerm(draft, 'reactions', term, coding, row);
    const applies = outcome === FATAL ? DEATH : chance.percent(55) ? chance.pick(withoutDeath) : null;
    for (const role of criteria)
      if (role === applies) draft.say(role, YES, row);
      else draft.putNull(role, NO_INFORMATION, row);
    draft.say('reactionStart', dayBefore(now, startedBefore), row);
    if (outcome === FATAL || chance.percent(40))
      draft.say('reactionEnd', dayBefore(now, startedBefore - 2), row);
    draft.say('reactionOutcome', outcome, row);
    draft.say('reactionCountry', country, row);
    return { row, term, outcome, start: dayBefore(now, startedBefore) };
  });
}

interface DemoDrug {
  row: RowPath;
  name: string;
}

/** The first drug is one of the organisation's own, and suspected. */
function tellDrugs({ draft, chance, catalogue, coding, received, now, products }: Telling): DemoDrug[] {
  const own = chance.pick(products);
  const others = chance.pickSome(words.concomitantDrugs, chance.between(0, 2));
  return [own.name, ...others].map((name, index): DemoDrug => {
    const row = draft.addRow('drugs');
    draft.say('drugName', name, row);
    draft.say('drugRole', index === 0 ? SUSPECT : CONCOMITANT, row);
    draft.say('actionTaken', chance.pick(draft.codes('actionTaken')), row);
    if (index === 0 && own.substance) {
      const substance = draft.addRow('substances', row);
      draft.put(
        draft.itemIn('substances', ({ control }) => control === 'text'),
        own.substance,
        substance,
      );
    }
    tellDosage(draft, chance, catalogue, row, dayBefore(now, received + chance.between(45, 200)));
    if (index === 0) {
      const indication = draft.addRow('indications', row);
      tellTerm(draft, 'indications', chance.pick(coding.terms), coding, indication);
    }
    return { row, name };
  });
}

function tellDosage(
  draft: CaseDraft,
  chance: Chance,
  { codeLists }: CatalogueSource,
  drug: RowPath,
  start: string,
): void {
  const row = draft.addRow('dosages', drug);
  const numbers = draft.itemIn(
    'dosages',
    ({ control, unitItem }) => control === 'number' && unitItem !== null,
  );
  draft.putWith(numbers, chance.pick(['5', '10', '20', '40', '100', '250']), 'mg', row);
  draft.say('drugStart', start, row);
  for (const dictionary of ['EDQM_DOSE_FORM', 'EDQM_ROUTE']) {
    const coded = draft.itemIn('dosages', (item) => item.dictionary === dictionary);
    const codes = codeLists[coded?.codeList ?? '']?.codes ?? [];
    if (codes.length > 0) draft.put(coded, chance.pick(codes).code, row);
  }
}

/** What reporter and company think of each reaction to the suspected drug. */
function tellAssessments({ draft, chance }: Telling, [suspect]: DemoDrug[], reactions: DemoReaction[]): void {
  if (!suspect) return;
  const recurrence = draft.itemIn('assessments', ({ codeList }) => codeList === 'recurrence');
  for (const { row } of reactions) {
    const pair = [...suspect.row, ...row];
    if (chance.percent(30)) draft.put(recurrence, chance.pick(['1', '2', '3', '4']), pair);
    for (const assessor of words.assessors.slice(0, chance.between(1, 2))) {
      const assessment = draft.addRow('relatedness', pair);
      draft.say('assessmentSource', assessor, assessment);
      draft.say('assessmentMethod', words.method, assessment);
      draft.say('assessmentResult', chance.pick(words.relations), assessment);
    }
  }
}

function tellTest({ draft, chance, received, now }: Telling): void {
  const { name, unit, low, high } = chance.pick(words.tests);
  const row = draft.addRow('tests');
  draft.say('testDate', dayBefore(now, received + 1), row);
  draft.say('testName', name, row);
  const result = draft.itemIn('tests', ({ control, unitItem }) => control === 'number' && unitItem !== null);
  draft.putWith(result, String(chance.between(low, high)), unit, row);
}

function tellNarrative(
  { draft, country, catalogue }: Telling,
  { age, sex }: { age: number; sex: string },
  drugs: DemoDrug[],
  reactions: DemoReaction[],
): void {
  const reactionRows = reactions.map(
    ({ term, start, outcome }) =>
      `From ${displayDate(start)} the patient had ${term.term.en.toLowerCase()}. Outcome: ${draft.word('reactionOutcome', outcome).toLowerCase()}.`,
  );
  const others = drugs.slice(1).map(({ name }) => name);
  const where = catalogue.codeLists[draft.item('reporterCountry')?.codeList ?? '']?.codes.find(
    ({ code }) => code === country,
  );
  draft.say(
    'narrative',
    [
      `Invented report from ${where?.label.en ?? country}.`,
      `A patient (${draft.word('sex', sex).toLowerCase()}, ${age} years) took ${drugs[0]?.name ?? 'a drug'}.`,
      ...(others.length > 0 ? [`Also taken: ${others.join(', ')}.`] : []),
      ...reactionRows,
    ].join('\n'),
  );
}

/** Questions every report has to answer, and no story gives rise to. */
function answerTheRest({ draft, catalogue: { whole } }: Telling): void {
  const answered = new Set(draft.content.values.map(({ itemId }) => itemId));
  Object.values(whole.items)
    .filter(
      ({ control, required, groups }) => control === 'yesNo' && required.ICH === 'M' && groups.length === 0,
    )
    .filter(({ itemId }) => !answered.has(itemId))
    .forEach((item) => draft.put(item, NO));
}

function tellTerm(
  draft: CaseDraft,
  groupRole: string,
  term: DictionaryTerm,
  coding: DemoWorld['coding'],
  row: RowPath,
): void {
  const coded = draft.itemIn(groupRole, ({ dictionary }) => dictionary === coding.dictionary);
  draft.putWith(coded, term.code, coding.version, row);
}

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
