/**
 * Upgrades of dictionaries (decision 0304): what another version changes of the codes in cases, what becomes of each, and
 * the day on which the sponsor changes to it.
 */
import { Type, type Static } from 'typebox';
import { CODING_ACCESS } from './coding.ts';
import { defineCall } from './call.ts';
import { Nullable, OneOf, Reason } from './common.ts';
import { defineList, defineListExport } from './lists.ts';

const CODER = ['EDIT.CASE'] as const;
const ADMINISTRATOR = ['EDIT.ADMIN'] as const;
const UPGRADES = '/1.0/dictionary-upgrades';
const ONE = `${UPGRADES}/:upgradeKey` as const;

const UpgradeParams = Type.Object({ upgradeKey: Type.Integer({ minimum: 1 }) });
const Time = Type.String({ format: 'date-time' });
/** `YYYYMMDD` in the sponsor's time zone */
const Day = Type.String({ pattern: '^[0-9]{8}$' });
const Version = Type.String({ minLength: 1, maxLength: 100 });
const Code = Type.String({ minLength: 1, maxLength: 100 });

/** Of the chart `machines/dictionary-upgrade`. */
export const UPGRADE_STATES = [
  'preparing',
  'open',
  'scheduled',
  'switching',
  'switched',
  'cancelled',
] as const;
export type UpgradeState = (typeof UPGRADE_STATES)[number];

const Upgrade = Type.Object({
  upgradeKey: Type.Integer(),
  dictionary: Type.String(),
  label: Type.String(),
  from: Type.String(),
  to: Type.String(),
  state: OneOf(...UPGRADE_STATES),
  reason: Type.String(),
  begunAt: Time,
  begunName: Type.String(),
});

export const listUpgrades = defineCall({
  method: 'GET',
  path: UPGRADES,
  summary: 'The upgrades of dictionaries of the sponsor, and the versions that one can be begun to',
  access: CODING_ACCESS,
  data: Type.Object({
    /** the newest first */
    upgrades: Type.Array(Upgrade),
    /** dictionaries that code items, of which a release is loaded */
    dictionaries: Type.Array(
      Type.Object({
        dictionary: Type.String(),
        label: Type.String(),
        /** the version that the sponsor uses; null: none is loaded */
        inUse: Nullable(Type.String()),
        versions: Type.Array(Type.String()),
      }),
    ),
  }),
});

/** 404 RELEASE_NOT_FOUND, 409 UPGRADE_OPEN where the dictionary has an upgrade that has not ended. */
export const beginUpgrade = defineCall({
  method: 'POST',
  path: UPGRADES,
  summary: 'Begins an upgrade; until it is switched the sponsor stays with the version it uses now',
  access: ADMINISTRATOR,
  body: Type.Object({ dictionary: Type.String({ maxLength: 40 }), to: Version, reason: Reason }),
  data: Type.Object({ upgradeKey: Type.Integer() }),
});

/** Where changed codes stand outside of cases. */
const Mention = Type.Object({
  kind: OneOf('view', 'query', 'expectedness', 'synonym', 'rule'),
  name: Type.String(),
  codes: Type.Array(Type.String()),
});
export type UpgradeMention = Static<typeof Mention>;

export const readUpgrade = defineCall({
  method: 'GET',
  path: ONE,
  summary: 'An upgrade with its progress, and what it changes within what the user may see',
  access: CODING_ACCESS,
  params: UpgradeParams,
  data: Type.Object({
    ...Upgrade.properties,
    /** of the task that runs; null: none does, or nothing is known yet */
    progress: Nullable(Type.Object({ done: Type.Integer(), total: Type.Integer() })),
    /** why the last task failed */
    error: Nullable(Type.String()),
    /** distinct texts with their code; null: not prepared yet */
    texts: Nullable(Type.Integer()),
    /** changed texts by what was decided; `approved`: to be recoded, and approved */
    decided: Type.Object({
      open: Type.Integer(),
      stay: Type.Integer(),
      recode: Type.Integer(),
      approved: Type.Integer(),
    }),
    cases: Type.Integer(),
    /** of these, cases that cannot be edited */
    closedCases: Type.Integer(),
    switchAt: Nullable(Time),
    switchDay: Nullable(Day),
    result: Nullable(
      Type.Object({
        recoded: Type.Integer(),
        versioned: Type.Integer(),
        refusedCases: Type.Integer(),
      }),
    ),
    /** events that the state takes */
    takes: Type.Array(Type.String()),
    mentions: Type.Array(Mention),
  }),
});

const texts = {
  path: `${ONE}/texts`,
  menuId: 'MU-CD-UG',
  summary: 'Texts of cases whose code another version changes, or for which it has a better term',
  access: CODING_ACCESS,
} as const;
export const UPGRADE_TEXTS_MENU = texts.menuId;
export const listUpgradeTexts = { ...defineList(texts), params: UpgradeParams };
export const exportUpgradeTexts = { ...defineListExport(texts), params: UpgradeParams };

/** Texts that are decided or approved by one call. */
export const MAX_UPGRADE_TEXTS = 500;
const TextKeys = Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: MAX_UPGRADE_TEXTS });

/**
 * 409 UPGRADE_STATE where it is not open or scheduled, 404 TERM_NOT_FOUND for a text that the user may not see, 404
 * CODE_NOT_FOUND for a code that the other version does not have as current.
 */
export const decideUpgradeTexts = defineCall({
  method: 'PUT',
  path: `${ONE}/decisions`,
  summary: 'Decides what becomes of the codes of texts',
  access: CODER,
  params: UpgradeParams,
  body: Type.Object({
    textKeys: TextKeys,
    decision: OneOf('open', 'stay', 'recode'),
    /** of `recode`; left out: what is proposed for each text, those without a proposal stay undecided */
    newCode: Type.Optional(Code),
  }),
  data: Type.Object({ decided: Type.Integer() }),
});

/**
 * Of all texts or of none: 409 UPGRADE_STATE, 404 TERM_NOT_FOUND, 409 DECIDED_BY_YOURSELF, 409 CODE_CHANGED where a text was
 * decided otherwise since the user read it.
 */
export const approveUpgradeTexts = defineCall({
  method: 'POST',
  path: `${ONE}/approvals`,
  summary: 'Approves the new codes of texts that others decided',
  access: CODER,
  params: UpgradeParams,
  body: Type.Object({
    texts: Type.Array(
      Type.Object({
        textKey: Type.Integer({ minimum: 1 }),
        /** as the user has read it */
        newCode: Code,
      }),
      { minItems: 1, maxItems: MAX_UPGRADE_TEXTS },
    ),
  }),
  data: Type.Object({ approved: Type.Integer() }),
});

export const suggestUpgradeCodes = defineCall({
  method: 'GET',
  path: `${ONE}/texts/:textKey/suggestions`,
  summary: 'Codes of the other version for a text, the likeliest first',
  access: CODING_ACCESS,
  params: Type.Object({ ...UpgradeParams.properties, textKey: Type.Integer({ minimum: 1 }) }),
  data: Type.Object({
    /** in which the text is coded, and further codes are looked up */
    dictionary: Type.String(),
    suggestions: Type.Array(
      Type.Object({ code: Type.String(), term: Type.String(), path: Type.Array(Type.String()) }),
    ),
  }),
});

const command = <Path extends string>(path: Path, summary: string) =>
  ({
    method: 'POST',
    path: `${ONE}/${path}`,
    summary,
    access: ADMINISTRATOR,
    params: UpgradeParams,
  }) as const;

/** 409 UPGRADE_STATE, 409 RELEASE_NOT_ACTIVE where the other version was not activated yet, 422 DAY_PASSED. */
export const scheduleUpgrade = defineCall({
  ...command('schedule', 'Sets the day on which the sponsor changes to the other version'),
  body: Type.Object({
    /** null: at once */
    day: Nullable(Day),
    /** terms whose code stays get the new version too */
    versionAll: Type.Boolean(),
  }),
});
export const postponeUpgrade = defineCall(command('postpone', 'Takes the day of the change back'));
export const refreshUpgrade = defineCall(
  command('refresh', 'Finds the changes again; what was decided stays'),
);
export const cancelUpgrade = defineCall(command('cancel', 'Gives an upgrade up that was not switched'));
