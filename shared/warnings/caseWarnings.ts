/** Warnings derived from the content of a case. Pure: the server stores them, tests and linter evaluate them too. */
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressKey, type ItemAddress } from '../case/itemAddress.ts';
import { readsBlinded } from '../blinding/inheritBlinding.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import { checksFor, runChecks, recipientsOf, type CheckWorld } from '../rules/caseFindings.ts';
import { concernedItems } from '../rules/check.types.ts';
import type { Receiver } from '../rules/finding.types.ts';
import { speaksOf } from './speaks.ts';
import { uncodedTerms } from './uncodedTerms.ts';

export interface CaseWarning extends ItemAddress {
  /** id of the warning */
  warning: string;
  /** distinguishes it from others at the same item: the id of the rule, and the receiver */
  found: string;
  /** receivers it concerns; empty: none in particular */
  receivers: readonly Receiver[];
  /** the message of the rule; null: the warning has its own text */
  message: LocalizedText | null;
  /** the uncoded term; null: none */
  text: string | null;
  /** reveals a blinded item, by its address or by what was read */
  blinded: boolean;
}

export interface WarningContext {
  now: Date;
  /** receivers with a due report */
  receivers: readonly Receiver[];
}

/** In the order of the rules and of the case. An item is reported by the first rule that matches. */
export function caseWarnings(
  world: CheckWorld,
  rules: readonly WarningRule[],
  content: CaseContent,
  asker: WarningContext,
): CaseWarning[] {
  const reader = caseReader(world.catalogue, content);
  const found = findings(world, rules, reader, asker);
  // a blinded warning must not suppress another one: its absence would reveal it
  const first = { open: new Map<string, string>(), blinded: new Map<string, string>() };
  const warningByKey = new Map<string, CaseWarning>();
  for (const rule of rules)
    for (const one of rule.watches === 'uncoded' ? uncoded(world, rule, reader) : found(rule)) {
      const key = addressKey(one);
      const before = first[one.blinded ? 'blinded' : 'open'];
      if ((before.get(key) ?? rule.id) !== rule.id) continue;
      before.set(key, rule.id);
      // a value may violate a rule in several ways: one warning suffices
      const known = `${key}|${one.found}|${one.blinded}`;
      warningByKey.set(known, warningByKey.get(known) ?? one);
    }
  return [...warningByKey.values()];
}

type OfRule = (rule: WarningRule) => CaseWarning[];

/** Evaluates the receivers' rules only if there is a receiver and a warning that uses them. */
function findings(
  world: CheckWorld,
  rules: readonly WarningRule[],
  reader: CaseReader,
  { now, receivers }: WarningContext,
): OfRule {
  const recipients = recipientsOf(world, reader).filter(({ receiver }) => receivers.includes(receiver));
  if (recipients.length === 0 || !rules.some(({ watches }) => watches === 'finding')) return () => [];
  const checks = checksFor(world, recipients, { now });
  // a profile selects the rules of its receiver
  const isSelectedBlindly = readsBlinded(
    world.catalogue,
    world.rules.profiles.flatMap(({ dependencies }) => dependencies),
  );
  const secret = new Set(
    checks.filter((check) => isSelectedBlindly || readsBlinded(world.catalogue, concernedItems(check))),
  );
  const all = [false, true].flatMap((blinded) =>
    runChecks(
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
            // receivers may require the same in different ways
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
    blinded: readsBlinded(world.catalogue, [term.itemId, saidBy]),
  }));
