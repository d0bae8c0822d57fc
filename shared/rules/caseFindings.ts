/** Findings of a case for all its receivers at once. Server, command line and editor use the same checks. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { type CaseContent, filterItems } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import type { CompiledRules } from '../expressions/compileRule.ts';
import { caseScope, scopesOf, type Scope } from '../expressions/scope.ts';
import { concernedItems, type CaseFinding, type Check, type Recipient } from './check.types.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { codeSystemChecks } from './codeSystemChecks.ts';
import { itemChecks } from './itemChecks.ts';
import { inRowOrder } from './liveFindings.ts';
import { profileOfCase, receiversOf } from './receivers.ts';
import { ruleChecks } from './ruleChecks.ts';

/** Input of the checks that does not change with the case. */
export interface CheckWorld {
  /** of all regions; the rules were compiled with it */
  catalogue: Catalogue;
  rules: CompiledRules;
  /** code lists by name, with what the checks need; every list that items of the catalogue name */
  codeLists: Record<string, CodeList>;
  /** the standard, and the authority of each region with the region's catalogue */
  receivers: readonly Recipient[];
}

export const createCheckWorld = (
  catalogue: Catalogue,
  rules: CompiledRules,
  codeLists: Record<string, CodeList>,
): CheckWorld => ({
  catalogue,
  rules,
  codeLists,
  receivers: receiversOf(catalogue).map(({ receiver, appendix }) => ({
    receiver,
    catalogue: forAppendix(catalogue, appendix),
  })),
});

/** The receivers, each with the profile selected by the envelope of the case, if any. */
export const recipientsOf = (world: CheckWorld, reader: CaseReader): Recipient[] => {
  const whole = caseScope(world.catalogue, reader);
  return world.receivers.map((recipient) => ({
    ...recipient,
    profile: profileOfCase(world.rules, whole, recipient.receiver),
  }));
};

export interface Asker {
  now: Date;
  /** whether the user may see the item; checks that read other items would reveal their values */
  may?: (itemId: string) => boolean;
}

/** All checks of the recipients that the user may see. */
export function checksFor(
  { catalogue, rules, codeLists }: CheckWorld,
  recipients: readonly Recipient[],
  { now, may }: Asker,
): Check[] {
  const all = [
    ...itemChecks(catalogue, recipients, { codeLists, now }),
    ...codeSystemChecks(catalogue, recipients),
    ...ruleChecks(rules, recipients),
  ];
  return may ? all.filter((check) => concernedItems(check).every(may)) : all;
}

/** Findings for all receivers, or for the given ones, in display order. */
export const caseFindings = (
  world: CheckWorld,
  content: CaseContent,
  asker: Asker,
  receivers?: readonly Receiver[],
): readonly CaseFinding[] => caseChecker(world, asker, receivers)(content);

/**
 * The same for many cases. To select the checks of a receiver takes as long as to run them, and most cases have the same
 * profiles: they are selected once for all of these. `hasEarlier`: the receivers have accepted an earlier report of the case.
 */
export function caseChecker(
  world: CheckWorld,
  asker: Asker,
  receivers?: readonly Receiver[],
): (content: CaseContent, hasEarlier?: boolean) => readonly CaseFinding[] {
  const { may } = asker;
  const known = new Map<string, readonly Check[]>();
  return (content, hasEarlier = false) => {
    // the envelope selects the rules of a receiver, too
    const visible = may ? filterItems(content, may) : content;
    const reader = caseReader(world.catalogue, visible);
    const recipients = recipientsOf(world, reader)
      .filter(({ receiver }) => receivers?.includes(receiver) ?? true)
      .map((recipient) => ({ ...recipient, hasEarlier }));
    const key = JSON.stringify(recipients.map(({ receiver, profile }) => [receiver, profile, hasEarlier]));
    const checks = known.get(key) ?? checksFor(world, recipients, asker);
    known.set(key, checks);
    return runChecks(world.catalogue, checks, reader);
  };
}

/** Runs checks once on the current state of a case; `liveFindings` follows changes. */
export function runChecks(
  catalogue: Catalogue,
  checks: readonly Check[],
  reader: CaseReader,
): readonly CaseFinding[] {
  const whole = caseScope(catalogue, reader);
  const scopes = new Map<string | null, readonly Scope[]>();
  return checks
    .toSorted((a, b) => a.item.sort - b.item.sort)
    .flatMap((check) => {
      const { group } = check;
      const rows = scopes.get(group) ?? scopesOf(whole, group);
      scopes.set(group, rows);
      const found = rows.map((scope) => check.find(scope)).filter((some) => some.length > 0);
      return inRowOrder(found);
    });
}

/** Findings for one of the receivers. */
export const findingsFor = (found: readonly CaseFinding[], receiver: Receiver): Finding[] =>
  found
    .filter(({ receivers }) => receivers.includes(receiver))
    .map(({ receivers: _, ...finding }): Finding => finding);
