/** Default rules from the names of CDASH and SDTM to items of a case, from their files: proposals for the rules of a study. */
import type { SourceText } from './sources.types.ts';

/** A test of an item of the domain, by its name. */
export interface DefaultCondition {
  domain: string;
  source: string;
  operator: string;
  /** default: none */
  values?: string[];
}

export interface DefaultGroup {
  /** group of the case */
  group: string;
  domain: string;
  rows: 'selected' | 'all';
  condition?: DefaultCondition[];
  /** only rows that were under way in the days before the onset of an event */
  window?: { start: string; end: string; onset: string; days: number };
}

/** `unit` names the item with the unit by `unitSource`. */
export type DefaultTransform = { kind: string } & Readonly<
  Record<string, string | Readonly<Record<string, string>>>
>;

export interface DefaultRule {
  /** item of the case */
  target: string;
  /** order among the sources of one target */
  seq: number;
  /** '': a fact of the subject, or none */
  domain: string;
  /** name of the item; default: a constant */
  source?: string;
  transform: DefaultTransform;
  /** default: same */
  row?: 'same' | 'first' | 'last' | 'all';
  condition?: DefaultCondition[];
  joinWith?: string;
  nullFlavorWhenEmpty?: string;
}

/** `schemas/sync/NAME.sync.json` */
export interface SyncDefaults {
  $schema?: string;
  sync: string;
  /** the items that make an event */
  event: { domain: string; term: string; serious: string; seriousValues: string[] };
  groups: DefaultGroup[];
  rules: DefaultRule[];
}

const FOLDER = /^sync\/[^/]+\.json$/;

/** By name. The sources must be free of errors. */
export const syncDefaultsOf = (sources: readonly SourceText[]): SyncDefaults[] =>
  sources
    .filter(({ file }) => FOLDER.test(file))
    .map(({ text }) => JSON.parse(text) as SyncDefaults)
    .toSorted((a, b) => (a.sync < b.sync ? -1 : 1));
