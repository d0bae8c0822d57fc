/** Kinds of sources of clinical data, and what each needs. The form, the checks of the server and the adapters read it. */
import type { SettingFields } from '../connections/settingFields.ts';
import { DATA_FAULTS } from './unreadableData.ts';

/** What the demo source does wrong, so that its readers can be seen to cope. */
const DEMO_BEHAVIOURS = ['good', 'slow', 'bom', 'half', 'renamed', 'reordered', 'vanished'] as const;
export type DemoBehaviour = (typeof DEMO_BEHAVIOURS)[number];

interface SourceKind {
  /** the server reads it by itself; otherwise its data is brought */
  isPulled: boolean;
  fields: SettingFields;
}

const SOURCE_KINDS = {
  /** files that users bring */
  file: { isPulled: false, fields: {} },
  /** snapshots that another system sends, with a token */
  push: { isPulled: false, fields: {} },
  /** Rave Web Services */
  rave: {
    isPulled: true,
    fields: {
      url: { kind: 'url', required: true },
      userName: { kind: 'text', required: true },
      password: { kind: 'secret', lines: 1 },
      dataset: { kind: 'choice', values: ['regular', 'raw'] },
    },
  },
  openClinica: {
    isPulled: true,
    fields: {
      url: { kind: 'url', required: true },
      /** its interface lists none: OIDs, separated by commas */
      studies: { kind: 'text', required: true },
      token: { kind: 'secret', lines: 1 },
    },
  },
  /** two invented studies, which change with the product's clock; of a demo */
  demo: { isPulled: true, fields: { behaviour: { kind: 'choice', values: DEMO_BEHAVIOURS } } },
} as const satisfies Record<string, SourceKind>;

export type SourceKindName = keyof typeof SOURCE_KINDS;
export const SOURCE_KIND_NAMES = Object.keys(SOURCE_KINDS) as SourceKindName[];

export const isSourceKind = (name: string): name is SourceKindName => Object.hasOwn(SOURCE_KINDS, name);

export const sourceFields = (kind: SourceKindName): SettingFields => SOURCE_KINDS[kind].fields;
export const isPulled = (kind: SourceKindName): boolean => SOURCE_KINDS[kind].isPulled;

/** Hours between two readings by schedule. */
export const SCHEDULE_HOURS = [1, 2, 4, 6, 12, 24, 48, 168] as const;

/** Why a source cannot be reached, whichever study is to be read. */
export const CONNECTION_FAULTS = [
  /** the operator does not allow the host */
  'host',
  /** the address is in a network that the server does not reach for users */
  'privateAddress',
  'notHttps',
  'unreachable',
  'timeout',
  'credentials',
  /** too many requests */
  'limit',
] as const;

/** Why a source cannot be read: of its connection, or of what it answers. */
export const SOURCE_FAULTS = [
  ...CONNECTION_FAULTS,
  'notFound',
  /** another answer than the data */
  'answer',
  /** a file with a study that the user may not see */
  'outsideScope',
  /** a snapshot that was made before what was read */
  'older',
  /** an uploaded file that was sealed with another CASEWRIGHT_SECRET */
  'sealed',
  /** an error of the product */
  'internal',
  ...DATA_FAULTS,
] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];
