/**
 * What a text states of the patient, drugs, reactions and tests, for a person to accept. Made to be right rather than
 * complete: what is denied, of other people, of the past, or stated in two ways is left out.
 */
import type { TextPart } from '../../schemas/compile/sources.types.ts';
import { clauseAt, cuesIn, isClaimed } from './cues.ts';
import { datesIn, type DateUse, type TextDate } from './dates.ts';
import { dosesIn, intervalsIn, isAmbiguous, isOneDose, lotsIn, routesIn } from './doses.ts';
import { isJapaneseText, languagePack, type LanguagePack } from './languagePack.ts';
import { mentionsIn, type Mention } from './names.ts';
import { agesIn, sexesIn } from './patient.ts';
import { levelled, sentencesOf } from './sentences.ts';
import { testResultsIn } from './testResults.ts';
import type {
  KnownName,
  SynonymUse,
  TextNames,
  TextRange,
  TextReading,
  TextSubject,
  TextValue,
} from './textValues.types.ts';

/** Characters of a text that are read. */
export const MAX_TEXT = 100_000;

interface Sentence extends TextRange {
  no: number;
  text: string;
  pack: LanguagePack;
  reactions: Mention[];
  drugs: Mention[];
  dates: TextDate[];
}

interface Finding extends TextRange {
  subject: TextSubject;
  row: number;
  parts: Partial<Record<TextPart, string>>;
  sentence: Sentence;
  synonym?: SynonymUse;
}

/** Reads in steps of one sentence, so that a server can do other work between them. */
export function* readTextInSteps(text: string, names: TextNames): Generator<void, TextReading> {
  const whole = levelled(text.slice(0, MAX_TEXT));
  const isJapanese = isJapaneseText(whole);
  const sentences: Sentence[] = [];
  for (const range of sentencesOf(whole)) {
    sentences.push(sentenceAt(whole, range, sentences.length + 1, isJapanese, names));
    yield;
  }
  const isOther = othersOf(sentences);
  const subjects = rowsOf(sentences, isOther);
  const findings: Finding[] = [];
  for (const sentence of sentences) {
    findings.push(...findingsOf(sentence, subjects, isOther));
    yield;
  }
  const values = settled([...subjects.findings, ...findings]).map(
    ({ subject, row, parts, sentence, from, to, synonym }): TextValue => ({
      ...(synonym && { synonym }),
      subject,
      row,
      parts,
      sentence: sentence.no,
      from: sentence.from + from,
      to: sentence.from + to,
    }),
  );
  return { values, sentences: sentences.map(({ from, to }) => ({ from, to })) };
}

/** The same at once. */
export function readText(text: string, names: TextNames): TextReading {
  const steps = readTextInSteps(text, names);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function sentenceAt(
  whole: string,
  range: TextRange,
  no: number,
  isJapanese: boolean,
  names: TextNames,
): Sentence {
  const text = whole.slice(range.from, range.to);
  const pack = languagePack(text, isJapanese);
  const drugs = mentionsIn(text, names.drugs, pack, false);
  const reactions = mentionsIn(text, names.reactions, pack, true).filter(
    (one) => !drugs.some((drug) => overlaps(drug, one)),
  );
  return { ...range, no, text, pack, reactions, drugs, dates: datesIn(text, pack, drugs, reactions) };
}

const overlaps = (one: TextRange, other: TextRange): boolean => one.from < other.to && other.from < one.to;

interface Subjects {
  findings: Finding[];
  /** row numbers by code */
  reactions: ReadonlyMap<string, number>;
  drugs: ReadonlyMap<string, number>;
}

/** The reactions and drugs that the text claims, each once. */
function rowsOf(sentences: readonly Sentence[], isOther: OtherPeople): Subjects {
  const rows = new Map<string, number>();
  const reactions = new Map<string, number>();
  const drugs = new Map<string, number>();
  const findings: Finding[] = [];
  const claimed = new Map<Sentence, Mention[]>();
  for (const sentence of sentences)
    claimed.set(
      sentence,
      sentence.reactions.filter((mention) => !isOther(sentence, mention) && hasHappened(sentence, mention)),
    );
  const terms = [...claimed.values()].flat();
  const general = generalOnes(terms);
  for (const [sentence, mentions] of claimed)
    for (const mention of mentions) {
      const { code } = mention.name;
      if (rows.has(code) || general.has(code)) continue;
      const row = rows.size + 1;
      rows.set(code, row);
      reactions.set(code, row);
      const reaction = sentence.text.slice(mention.from, mention.to);
      findings.push({
        subject: 'reaction',
        row,
        parts: { reaction, reactionCode: code },
        sentence,
        ...namedBy(mention),
      });
    }
  for (const { name } of sentences.flatMap((one) => one.reactions)) {
    const row = rows.get(name.code) ?? rowOfSpecific(name, terms, rows);
    if (row !== undefined) reactions.set(name.code, row);
  }
  let isAfterReaction = false;
  for (const sentence of sentences) {
    for (const mention of sentence.drugs) {
      const { code } = mention.name;
      const isLate = isAfterReaction || (claimed.get(sentence) ?? []).some(({ to }) => to <= mention.from);
      if (drugs.has(code) || isOther(sentence, mention) || !isTaken(sentence, mention, isLate)) continue;
      const row = drugs.size + 1;
      drugs.set(code, row);
      const drug = sentence.text.slice(mention.from, mention.to);
      findings.push({ subject: 'drug', row, parts: { drug }, sentence, ...namedBy(mention) });
    }
    isAfterReaction ||= (claimed.get(sentence) ?? []).length > 0;
  }
  return { findings, reactions, drugs };
}

const rangeOf = ({ from, to }: TextRange): TextRange => ({ from, to });
/** The place of a name, and by which synonym it is one. */
const namedBy = ({ from, to, name: { synonym } }: Mention): TextRange & Pick<Finding, 'synonym'> => ({
  from,
  to,
  ...(synonym && { synonym }),
});

const termWords = (term: string): string[] => term.toLowerCase().split(/\s+/);
const isWithin = (one: readonly string[], other: readonly string[]): boolean =>
  one.length < other.length && one.every((word) => other.includes(word));

/** Codes of terms whose words are all in another claimed term: `rash` beside `itchy rash`. */
function generalOnes(mentions: readonly Mention[]): ReadonlySet<string> {
  const terms = mentions.map(({ name }) => ({ code: name.code, words: termWords(name.term) }));
  return new Set(
    terms.filter(({ words }) => terms.some((other) => isWithin(words, other.words))).map(({ code }) => code),
  );
}

/** `the rash` is the itchy rash that was claimed, where there is only one. */
function rowOfSpecific(
  name: KnownName,
  claimed: readonly Mention[],
  rows: ReadonlyMap<string, number>,
): number | undefined {
  const words = termWords(name.term);
  const specific = new Set(
    claimed.filter((one) => isWithin(words, termWords(one.name.term))).map((one) => rows.get(one.name.code)),
  );
  return specific.size === 1 ? [...specific][0] : undefined;
}

function hasHappened(sentence: Sentence, mention: Mention): boolean {
  const { text, pack } = sentence;
  const { happened, happenedLately, lately, happenedAfter, blocked, blockedAfter } = pack;
  const isLately = sentence.dates.length > 0 || cuesIn(text, { lately }).length > 0;
  const yes = isLately ? [happened, happenedLately] : [happened];
  return isClaimed(text, mention, pack, {
    yes,
    yesAfter: [happenedAfter],
    no: [blocked],
    noAfter: [blockedAfter],
  });
}

/** A drug that is first named behind the reaction was rather given for it, unless the text says otherwise. */
function isTaken({ text, pack }: Sentence, mention: Mention, isLate: boolean): boolean {
  return isClaimed(text, mention, pack, {
    yes: [isLate ? pack.takenForSure : pack.taken],
    yesAfter: [isLate ? pack.takenForSureAfter : pack.takenAfter],
    no: [pack.notTaken],
    noAfter: [pack.notTakenAfter],
  });
}

/** Whether a place is about another person. */
type OtherPeople = (sentence: Sentence, place: TextRange) => boolean;

/** A relative whose age the beginning of the text gives (`my daughter, 6`) is the patient. */
function othersOf(sentences: readonly Sentence[]): OtherPeople {
  const patients = new Set<string>();
  for (const { text, pack } of sentences.slice(0, 3))
    for (const { 0: person, index } of text.matchAll(pack.people)) {
      const isOwn = new RegExp(`(?:${pack.patientIs})$`, 'iu').test(text.slice(0, index));
      const hasAge =
        new RegExp(`^(?:${pack.patientAge})`, 'iu').test(text.slice(index + person.length)) ||
        /\d{1,3}[- ]?(?:years?|yrs?)[- ]?old $/iu.test(text.slice(0, index));
      if (isOwn && hasAge) patients.add(person.toLowerCase());
    }
  return ({ text, pack }, place) => {
    const clause = clauseAt(text, place, pack);
    const before = text.slice(clause.from, place.to);
    const behind = pack.whose.exec(text.slice(place.to, clause.to))?.[1];
    return [...[...before.matchAll(pack.people)].map(([person]) => person), ...(behind ? [behind] : [])].some(
      (person) => !patients.has(person.toLowerCase()),
    );
  };
}

/** Whether it is the age or the death of who treats the patient. */
function isOfCarer({ text, pack }: Sentence, { subject, parts, from, to }: Finding): boolean {
  if (subject !== 'patient' && parts.outcome === undefined) return false;
  return pack.otherIs.test(text.slice(clauseAt(text, { from, to }, pack).from, from));
}

/** What a sentence states of the rows. */
function findingsOf(sentence: Sentence, subjects: Subjects, isOther: OtherPeople): Finding[] {
  const ofPeople = [
    ...patientFindings(sentence),
    ...dateFindings(sentence, subjects),
    ...outcomeFindings(sentence, subjects),
  ];
  return [
    ...ofPeople.filter((finding) => !isOther(sentence, finding) && !isOfCarer(sentence, finding)),
    ...drugFindings(sentence, subjects),
    ...testResultsIn(sentence.text, sentence.pack).map(({ name, result, unit, from, to }): Finding => ({
      subject: 'test',
      row: NEW_ROW,
      parts: { test: name, testResult: result, testUnit: unit },
      sentence,
      from,
      to,
    })),
  ];
}

/** Each test result is a row of its own. */
const NEW_ROW = -1;

function patientFindings(sentence: Sentence): Finding[] {
  const { text, pack } = sentence;
  const [age] = agesIn(text, pack);
  const found: Finding[] = [];
  if (age)
    found.push({
      subject: 'patient',
      row: 0,
      parts: { age: age.number, ageUnit: age.unit },
      sentence,
      ...rangeOf(age),
    });
  for (const { code, ...range } of sexesIn(text, pack, age))
    found.push({ subject: 'patient', row: 0, parts: { sex: code }, sentence, ...rangeOf(range) });
  return found;
}

/** Characters between a drug and what is said of its doses. */
const DOSE_REACH = 40;
const FREQUENCY_REACH = 60;

function drugFindings(sentence: Sentence, { drugs }: Subjects): Finding[] {
  const { text, pack } = sentence;
  const own = sentence.drugs.filter(({ name }) => drugs.has(name.code));
  const found: Finding[] = [];
  const add = (mention: Mention, parts: Finding['parts'], range: TextRange): void => {
    found.push({
      subject: 'drug',
      row: drugs.get(mention.name.code) ?? 0,
      parts,
      sentence,
      ...rangeOf(range),
    });
  };
  const others = sentence.drugs;
  /** the drug that a place belongs to: the one before it, else the one right behind it */
  const drugOf = (range: TextRange, reach: number): Mention | null => {
    const before = others.findLast(({ to }) => to <= range.from);
    const behind = others.find(({ from }) => range.to <= from);
    if (behind && /^\s*(?:of |の)?\s*$/u.test(text.slice(range.to, behind.from))) return mine(behind);
    return before && range.from - before.to <= reach ? mine(before) : null;
  };
  const mine = (mention: Mention): Mention | null => (own.includes(mention) ? mention : null);
  const tests = testResultsIn(text, pack);
  const dosed: { mention: Mention; to: number }[] = [];
  for (const { number, unit, ...range } of dosesIn(text)) {
    if (tests.some((test) => overlaps(test, range))) continue;
    const mention = drugOf(range, DOSE_REACH);
    if (!mention) continue;
    const isOne = isOneDose(text, range, pack) && !isAmbiguous(number);
    // a changed dose makes the first one doubtful, too
    add(mention, isOne ? { dose: number, doseUnit: unit } : DOUBTFUL_DOSE, range);
    dosed.push({ mention, to: range.to });
  }
  for (const { value, ...range } of intervalsIn(text, pack)) {
    const dose = dosed.findLast(({ to }) => to <= range.from && range.from - to <= FREQUENCY_REACH);
    const mention = dose?.mention ?? drugOf(range, FREQUENCY_REACH);
    const [interval = '', intervalUnit = ''] = value.split(' ');
    if (mention) add(mention, { interval, intervalUnit }, range);
  }
  const only = new Set(others.map(({ name }) => name.code)).size === 1 ? own[0] : undefined;
  for (const { value, ...range } of routesIn(text, pack)) {
    const dose = dosed.findLast(({ to }) => to <= range.from && range.from - to <= DOSE_REACH);
    const mention = dose?.mention ?? only;
    if (mention) add(mention, { route: value }, range);
  }
  for (const { value, ...range } of lotsIn(text, pack)) {
    const mention = drugOf(range, DOSE_REACH * 2) ?? only;
    if (mention) add(mention, { lot: value }, range);
  }
  found.push(...actionFindings(sentence, { drugs, only }));
  return found;
}

/** Contradicts every other dose. */
const DOUBTFUL_DOSE = { dose: '?', doseUnit: '?' } as const;

function actionFindings(
  sentence: Sentence,
  { drugs, only }: { drugs: Subjects['drugs']; only?: Mention | undefined },
): Finding[] {
  const { text, pack } = sentence;
  if (cuesIn(text, { again: pack.again }).length > 0) return [];
  const mention =
    only ?? (sentence.drugs.length === 0 && drugs.size === 1 && pack.cueSide === 'right' ? null : undefined);
  const row = mention === null ? 1 : mention && drugs.get(mention.name.code);
  if (row === undefined) return [];
  return pack.actions.flatMap(({ code, pattern }) =>
    [...text.matchAll(pattern)].map(({ 0: words, index }): Finding => ({
      subject: 'drug',
      row,
      parts: { action: code },
      sentence,
      from: index,
      to: index + words.length,
    })),
  );
}

const DATE_PARTS: Readonly<Record<Exclude<DateUse, 'died'>, { subject: TextSubject; part: TextPart }>> = {
  start: { subject: 'drug', part: 'start' },
  stop: { subject: 'drug', part: 'stop' },
  onset: { subject: 'reaction', part: 'onset' },
  end: { subject: 'reaction', part: 'reactionEnd' },
};

function dateFindings(sentence: Sentence, subjects: Subjects): Finding[] {
  return sentence.dates.flatMap((date): Finding[] => {
    const { use, value } = date;
    if (use === null) return [];
    const range = rangeOf(date);
    if (use === 'died')
      return [{ subject: 'patient', row: 0, parts: { deathDate: value }, sentence, ...range }];
    const { subject, part } = DATE_PARTS[use];
    const rows =
      subject === 'drug' ? drugsOfDate(sentence, subjects) : reactionsOfDate(sentence, date, subjects);
    return rows.map((row): Finding => ({ subject, row, parts: { [part]: value }, sentence, ...range }));
  });
}

/** The only drug of the sentence, or of the text. */
function drugsOfDate({ drugs: mentions }: Sentence, { drugs }: Subjects): number[] {
  const codes = new Set(mentions.map(({ name }) => name.code));
  if (codes.size > 1) return [];
  const [code] = codes;
  if (code !== undefined) return [drugs.get(code) ?? []].flat();
  return drugs.size === 1 ? [1] : [];
}

/** The reactions of the clause; where it names none, the only one of the text. */
function reactionsOfDate(sentence: Sentence, date: TextDate, { reactions }: Subjects): number[] {
  const clause = clauseAt(sentence.text, date, sentence.pack);
  const named = sentence.reactions.filter(({ from, to }) => from >= clause.from && to <= clause.to);
  const rows = named.flatMap(({ name }) => reactions.get(name.code) ?? []);
  if (rows.length > 0) return rows;
  return sentence.reactions.length === 0 && reactions.size === 1 ? [1] : [];
}

function outcomeFindings(sentence: Sentence, { reactions }: Subjects): Finding[] {
  const { text, pack } = sentence;
  const codes = Object.fromEntries([
    ...pack.outcomes.map(({ code, pattern }) => [code, pattern] as const),
    ['5', pack.fatal],
  ]);
  return cuesIn(text, codes).flatMap((cue): Finding[] => {
    const clause = clauseAt(text, cue, pack);
    const named = sentence.reactions.filter(({ from, to }) => from >= clause.from && to <= clause.to);
    const rows = [...new Set(named.flatMap(({ name }) => reactions.get(name.code) ?? []))];
    const isAboutEvents = pack.eventSubjects.test(text.slice(clause.from, cue.to));
    const all = [...reactions.values()];
    const about =
      rows.length > 0 ? rows : named.length === 0 && (isAboutEvents || all.length === 1) ? all : [];
    return about.map((row): Finding => ({
      subject: 'reaction',
      row,
      parts: { outcome: cue.kind },
      sentence,
      from: cue.from,
      to: cue.to,
    }));
  });
}

/** Each part of a row once: what two places state in two ways is left out. */
function settled(findings: readonly Finding[]): Finding[] {
  const byPart = Map.groupBy(
    findings.filter(({ row }) => row !== NEW_ROW),
    ({ subject, row, parts }) => `${subject}/${row}/${Object.keys(parts).join('+')}`,
  );
  const once = [...byPart.values()].flatMap((some) => {
    const [first] = some;
    const isSame = some.every(({ parts }) => JSON.stringify(parts) === JSON.stringify(first?.parts));
    return first && isSame ? [first] : [];
  });
  const tests = findings.filter(({ row }) => row === NEW_ROW).map((one, at) => ({ ...one, row: at + 1 }));
  return [...once, ...tests]
    .filter(({ parts }) => parts.dose !== DOUBTFUL_DOSE.dose)
    .sort((one, other) => one.sentence.no - other.sentence.no || one.from - other.from);
}
