/**
 * Settings of a sponsor that are single values: what each may be. The form, the checks of the server and the audit trail
 * read it; the words of a setting are in the locale files under its part and name.
 */

import { PASSWORD_LENGTH } from '../access/passwordRules.ts';
import { isTimeZone } from '../dates/zonedDay.ts';

/** Key of the names of receivers among what can be chosen. */
export const RECEIVERS = 'RECEIVERS';

/** The first value of a choice is the product's default. */
export type SettingField =
  | { kind: 'choice'; values: readonly string[] }
  /** whole number; null: that of the installation, or no demand */
  | { kind: 'number'; min: number; max: number }
  /** IANA time zone, such as `Asia/Seoul` */
  | { kind: 'timeZone' }
  /** loaded versions of dictionaries, one in each line, `MEDDRA 27.1`; of others the active one is used */
  | { kind: 'releases' }
  /** names of what there is, one in each line; empty: all of them */
  | { kind: 'names'; of: typeof RECEIVERS }
  /** texts, one in each line; empty: those of the product */
  | { kind: 'lines'; maxLines: number; maxLength: number };

const NAMES = { kind: 'names', of: RECEIVERS } as const;
const YEARS = { kind: 'number', min: 1, max: 100 } as const;
/** The same for each region that has something of its own. */
export const inEachRegion = <Value>(value: Value) => ({
  KR: value,
  JP: value,
  CN: value,
  EU: value,
  US: value,
});
/** Ids of these regions, as addresses have them (appendices). */
export const SETTING_REGIONS = Object.keys(inEachRegion(null));
const REASONS = { kind: 'lines', maxLines: 20, maxLength: 100 } as const;

/**
 * `editing`: how cases are edited. `leavePage`: what becomes of unsaved edits when their page is left. `newCase`: is a case
 * that is added on the screen filled with the initial values of its items? `saveReason`: which reason for a change is
 * selected at first: the first one (specification section 4), or the one that the changes suggest? `readiness`: what do errors mean to a review or
 * a lock: nothing, a reason to override them, or that it is refused? `openQuestions`: what do open questions mean to a lock?
 * `reviewer`: may users who saved a version review or lock it? `sending`: is a batch signed when it is sent?
 * `correctionDays`: within how many days is a rejected report corrected?
 *
 * `general`: the day that deadlines and numbers count by, and the length of a session (specification 1 section 3).
 *
 * `navigation`: `links`: are language and region of an address replaced by the user's own (specification 1 section 4) or
 * shown where the user may have them? `caseOrder`: does the list of cases begin with what was changed last or with what is
 * most urgent? `rowNumbers`: are the rows of lists numbered, down from their total (specification 1 section 3)?
 *
 * `accounts`: what the sponsor demands of its users' accounts (21 CFR 11.300): days and numbers that are not set demand
 * nothing. `reviewMonths`: after so many months without a signed review of access administrators are reminded of one.
 *
 * `retention`: of which cases does the period of keeping personal data end, and after how many years without a
 * change: any, those of studies, those reportable to the authority of a region? The longest period that applies counts.
 * `release`: may the user who set the rule release a pseudonymisation?
 *
 * `dictionaries`: versions that are searched instead of the active ones, and the language of MedDRA terms (`user`: that of
 * the screen).
 *
 * `coding`: `secondCoder`: which coded terms does a second coder code without seeing the code: none, all, those of serious
 * cases, a sample, or the doubtful ones? `secondShare`: percent of the sample; all if it is not set.
 *
 * `reasons`: what the sponsor offers as reasons instead of the product's, by what they are given for (Y: set, N: taken back).
 *
 * `receivers`: which receivers a case is offered in the region of the screen (specification 1 section 3); those that it
 * concerns are always listed.
 *
 * `reports`: what the dialogs of reports begin with, and what a report is made with that is requested without it
 * (specification 2 section 7).
 */
export const DESCRIBED_SETTINGS = {
  editing: {
    leavePage: { kind: 'choice', values: ['ask', 'keep'] },
    newCase: { kind: 'choice', values: ['empty', 'prefilled'] },
    saveReason: { kind: 'choice', values: ['first', 'inferred'] },
    readiness: { kind: 'choice', values: ['show', 'override', 'block'] },
    openQuestions: { kind: 'choice', values: ['show', 'override', 'block'] },
    reviewer: { kind: 'choice', values: ['any', 'other'] },
    sending: { kind: 'choice', values: ['confirm', 'sign'] },
    correctionDays: { kind: 'number', min: 0, max: 90 },
  },
  general: {
    timeZone: { kind: 'timeZone' },
    sessionMinutes: { kind: 'number', min: 5, max: 720 },
  },
  navigation: {
    links: { kind: 'choice', values: ['correct', 'follow'] },
    caseOrder: { kind: 'choice', values: ['changed', 'work'] },
    rowNumbers: { kind: 'choice', values: ['show', 'hide'] },
  },
  accounts: {
    secondFactor: { kind: 'choice', values: ['optional', 'required'] },
    training: { kind: 'choice', values: ['optional', 'required'] },
    unblinding: { kind: 'choice', values: ['shown', 'reason'] },
    passwordLength: { kind: 'number', min: PASSWORD_LENGTH.min, max: 64 },
    passwordDays: { kind: 'number', min: 1, max: 3650 },
    passwordHistory: { kind: 'number', min: 1, max: 24 },
    inactiveDays: { kind: 'number', min: 7, max: 3650 },
    reviewMonths: { kind: 'number', min: 1, max: 36 },
  },
  retention: {
    cases: { kind: 'choice', values: ['locked', 'nullified', 'all'] },
    years: YEARS,
    studyYears: YEARS,
    ...inEachRegion(YEARS),
    release: { kind: 'choice', values: ['any', 'second'] },
  },
  dictionaries: {
    versions: { kind: 'releases' },
    meddraLanguage: { kind: 'choice', values: ['user', 'en', 'ko', 'ja', 'zh'] },
  },
  coding: {
    secondCoder: { kind: 'choice', values: ['none', 'all', 'serious', 'sample', 'doubtful'] },
    secondShare: { kind: 'number', min: 1, max: 100 },
  },
  reasons: {
    edit: REASONS,
    reviewY: REASONS,
    reviewN: REASONS,
    lockY: REASONS,
    lockN: REASONS,
    override: REASONS,
    deleteY: REASONS,
    deleteN: REASONS,
    rowY: REASONS,
    rowN: REASONS,
  },
  receivers: inEachRegion(NAMES),
  reports: {
    orientation: { kind: 'choice', values: ['portrait', 'landscape'] },
    ordering: { kind: 'choice', values: ['primary', 'latest', 'basic'] },
    notation: { kind: 'choice', values: ['N', 'Y'] },
  },
} as const satisfies Record<string, Record<string, SettingField>>;

type Described = typeof DESCRIBED_SETTINGS;
export type DescribedPart = keyof Described;

type ValueOf<Field> = Field extends { kind: 'choice'; values: readonly (infer Value)[] }
  ? Value
  : Field extends { kind: 'number' }
    ? number | null
    : string;

export type DescribedValue<Part extends DescribedPart> = {
  [Name in keyof Described[Part]]: ValueOf<Described[Part][Name]>;
};

export const DESCRIBED_PARTS = Object.keys(DESCRIBED_SETTINGS) as DescribedPart[];

export const isDescribedPart = (name: string): name is DescribedPart =>
  DESCRIBED_PARTS.some((part) => part === name);

/** The settings of a part in their order. */
export const fieldsOf = (part: DescribedPart): [name: string, field: SettingField][] =>
  Object.entries(DESCRIBED_SETTINGS[part]);

/** Values of a part as they are sent, by name. */
export type SettingValues = Readonly<Record<string, string | number | null>>;

/** What can be chosen: the versions that can be searched, by dictionary, and the names of receivers. */
export type LoadedVersions = Readonly<Record<string, readonly string[]>>;

/** The texts of a setting that has one in each line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Versions by dictionary, of a setting that has one in each line. */
export const versionsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const [dictionary = '', ...version] = line.split(' ');
      return [dictionary, version.join(' ')];
    }),
  );

/** What `versionsIn` reads, in the order of the names. */
export const versionLines = (versions: Readonly<Record<string, string>>): string =>
  Object.entries(versions)
    .map(([dictionary, version]) => `${dictionary} ${version}`)
    .toSorted()
    .join('\n');

/** Names of the settings of a part whose value is missing or not allowed, and of values that are no setting of it. */
export function wrongSettings(
  part: DescribedPart,
  values: SettingValues,
  loaded: LoadedVersions = {},
): string[] {
  const fields = new Map(fieldsOf(part));
  return [
    ...[...fields].filter(([name, field]) => !isAllowed(field, values[name], loaded)).map(([name]) => name),
    ...Object.keys(values).filter((name) => !fields.has(name)),
  ];
}

function isAllowed(
  field: SettingField,
  value: string | number | null | undefined,
  loaded: LoadedVersions,
): boolean {
  if (field.kind === 'choice') return field.values.some((one) => one === value);
  if (field.kind === 'timeZone') return typeof value === 'string' && isTimeZone(value);
  if (field.kind === 'lines') return typeof value === 'string' && areLines(linesOf(value), field);
  if (field.kind === 'names')
    return (
      typeof value === 'string' &&
      linesOf(value).every((line) => loaded[field.of]?.some((one) => one === line) ?? false)
    );
  if (field.kind === 'releases') return typeof value === 'string' && areLoaded(value, loaded);
  if (value === null) return true;
  return Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max;
}

/** Whether each line names a version that is loaded, and no two lines the same dictionary. */
function areLoaded(value: string, { [RECEIVERS]: _receivers, ...loaded }: LoadedVersions): boolean {
  const known = new Set(
    Object.entries(loaded).flatMap(([dictionary, versions]) =>
      versions.map((version) => versionLines({ [dictionary]: version })),
    ),
  );
  const lines = linesOf(value);
  return lines.every((line) => known.has(line)) && Object.keys(versionsIn(value)).length === lines.length;
}

const areLines = (lines: readonly string[], field: { maxLines: number; maxLength: number }): boolean =>
  lines.length <= field.maxLines &&
  new Set(lines).size === lines.length &&
  lines.every((line) => [...line].length <= field.maxLength);
