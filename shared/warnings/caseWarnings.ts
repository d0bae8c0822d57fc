/** What people are warned of because of what a case says. Pure: the server derives it, tests and linter ask it too. */
import type { Words } from '../../schemas/compile/sources.types.ts';
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { checksFor, foundBy, recipientsOf, type CheckWorld } from '../rules/caseFindings.ts';
import { itemsTold } from '../rules/check.types.ts';
import type { Receiver } from '../rules/finding.types.ts';
import { speaksOf } from './speaks.ts';
import { uncodedTerms } from './uncodedTerms.ts';

export interface CaseWarning extends ItemAddress {
  /** id of the warning */
  warning: string;
  /** what tells it from others at the same item: the id of the rule that found it, and for whom */
  found: string;
  /** whom it concerns; empty: nobody in particular */
  receivers: readonly Receiver[];
  /** what the rule that found it says; null: the warning's own words say all */
  message: Words | null;
  /** the term that has no code; null: none is told */
  text: string | null;
  /** tells of a blinded item, by standing there or by what was read */
  blinded: boolean;
}

export interface WarningAsker {
  now: Date;
  /** to whom a report is owed */
  receivers: readonly Receiver[];
}

/** In the order of the rules and of the case. An item is told of by the first rule that finds it. */
export function caseWarnings(
  world: CheckWorld,
  rules: readonly WarningRule[],
  content: CaseContent,
  asker: WarningAsker,
): CaseWarning[] {
  const reader = caseReader(world.catalogue, content);
  const found = findings(world, rules, reader, asker);
  const first = new Map<string, string>();
  const told = new Map<string, CaseWarning>();
  for (const rule of rules)
    for (const one of rule.watches === 'uncoded' ? uncoded(world, rule, reader) : found(rule)) {
      const key = addressKey(one);
      if ((first.get(key) ?? rule.id) !== rule.id) continue;
      first.set(key, rule.id);
      // a value may break a rule in several ways: one is enough to say so
      const known = `${key}|${one.found}`;
      told.set(known, told.get(known) ?? one);
    }
  return [...told.values()];
}

type OfRule = (rule: WarningRule) => CaseWarning[];

/** Asks what the receivers' rules say only if there is a receiver, and a warning that listens. */
function findings(
  world: CheckWorld,
  rules: readonly WarningRule[],
  reader: CaseReader,
  { now, receivers }: WarningAsker,
): OfRule {
  const recipients = recipientsOf(world, reader).filter(({ receiver }) => receivers.includes(receiver));
  if (recipients.length === 0 || !rules.some(({ watches }) => watches === 'finding')) return () => [];
  const checks = checksFor(world, recipients, { now });
  const secret = new Set(checks.filter((check) => itemsTold(check).some((id) => isBlinded(world, id))));
  const all = [false, true].flatMap((blinded) =>
    foundBy(
      world.catalogue,
      checks.filter((check) => secret.has(check) === blinded),
      reader,
    ).map((finding) => ({ ...finding, blinded })),
  );
  return (rule) =>
    rule.watches !== 'finding'
      ? []
      : all
          .filter((finding) => speaksOf(rule, finding))
          .map(({ ruleId, severity: _, ...finding }) => ({
            ...finding,
            // receivers may ask for the same in different ways
            warning: rule.id,
            found: [ruleId, ...finding.receivers].join(' '),
            text: null,
          }));
}

const uncoded = (world: CheckWorld, rule: WarningRule, reader: CaseReader): CaseWarning[] =>
  uncodedTerms(world.catalogue, rule, reader).map(({ saidBy, ...term }) => ({
    ...term,
    warning: rule.id,
    found: '',
    receivers: [],
    message: null,
    blinded: [term.itemId, saidBy].some((itemId) => isBlinded(world, itemId)),
  }));

const isBlinded = ({ catalogue }: CheckWorld, itemId: string): boolean =>
  catalogue.items[itemId]?.blinded ?? false;
