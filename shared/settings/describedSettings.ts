/**
 * Settings of a sponsor that are single values: what each may be. The form, the checks of the server and the audit trail
 * read it; the words of a setting are in the locale files under its part and name.
 */

import { PASSWORD_LENGTH } from '../access/passwordRules.ts';

/** The first value of a choice is the product's default. */
export type SettingField =
  | { kind: 'choice'; values: readonly string[] }
  /** whole number; null: that of the installation, or no demand */
  | { kind: 'number'; min: number; max: number }
  /** IANA time zone, such as `Asia/Seoul` */
  | { kind: 'timeZone' };

/**
 * `editing`: how cases are edited. `leavePage`: what becomes of unsaved edits when their page is left. `newCase`: is a case
 * that is added on the screen filled with the initial values of its items? `readiness`: what do errors mean to a review or
 * a lock: nothing, a reason to override them, or that it is refused? `openQuestions`: what do open questions mean to a lock?
 * `sending`: is a batch signed when it is sent? `correctionDays`: within how many days is a rejected report corrected?
 *
 * `general`: the day that deadlines and numbers count by, and the length of a session (specification 1 section 3).
 *
 * `navigation`: `links`: are language and region of an address replaced by the user's own (specification 1 section 4) or
 * shown where the user may have them?
 *
 * `accounts`: what the sponsor demands of its users' accounts (21 CFR 11.300): days and numbers that are not set demand
 * nothing.
 *
 * `reports`: what the dialogs of reports begin with, and what a report is made with that is requested without it
 * (specification 2 section 7).
 */
export const DESCRIBED_SETTINGS = {
  editing: {
    leavePage: { kind: 'choice', values: ['ask', 'keep'] },
    newCase: { kind: 'choice', values: ['empty', 'prefilled'] },
    readiness: { kind: 'choice', values: ['show', 'override', 'block'] },
    openQuestions: { kind: 'choice', values: ['show', 'override', 'block'] },
    sending: { kind: 'choice', values: ['confirm', 'sign'] },
    correctionDays: { kind: 'number', min: 0, max: 90 },
  },
  general: {
    timeZone: { kind: 'timeZone' },
    sessionMinutes: { kind: 'number', min: 5, max: 720 },
  },
  navigation: {
    links: { kind: 'choice', values: ['correct', 'follow'] },
  },
  accounts: {
    secondFactor: { kind: 'choice', values: ['optional', 'required'] },
    training: { kind: 'choice', values: ['optional', 'required'] },
    passwordLength: { kind: 'number', min: PASSWORD_LENGTH.min, max: 64 },
    passwordDays: { kind: 'number', min: 1, max: 3650 },
    passwordHistory: { kind: 'number', min: 1, max: 24 },
    inactiveDays: { kind: 'number', min: 7, max: 3650 },
  },
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

/** The settings of a part in their order. */
export const fieldsOf = (part: DescribedPart): [name: string, field: SettingField][] =>
  Object.entries(DESCRIBED_SETTINGS[part]);

/** Values of a part as they are sent, by name. */
export type SettingValues = Readonly<Record<string, string | number | null>>;

/** Names of the settings of a part whose value is missing or not allowed, and of values that are no setting of it. */
export function wrongSettings(part: DescribedPart, values: SettingValues): string[] {
  const fields = new Map(fieldsOf(part));
  return [
    ...[...fields].filter(([name, field]) => !isAllowed(field, values[name])).map(([name]) => name),
    ...Object.keys(values).filter((name) => !fields.has(name)),
  ];
}

function isAllowed(field: SettingField, value: string | number | null | undefined): boolean {
  if (field.kind === 'choice') return field.values.some((one) => one === value);
  if (field.kind === 'timeZone') return typeof value === 'string' && isTimeZone(value);
  if (value === null) return true;
  return Number.isInteger(value) && Number(value) >= field.min && Number(value) <= field.max;
}

/** Whether it is the name of an IANA time zone: an offset has no daylight-saving time and no name that users know. */
function isTimeZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Z]\w*\//.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
