/** The findings of a case for all its receivers at once: the checks of server, command line and editor alike. */
import type { Catalogue, CodeList } from '../../schemas/compile/catalogue.types.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.types.ts';
import type { CompiledRules } from '../expressions/compileRule.ts';
import { caseScope } from '../expressions/scope.ts';
import { itemsTold, type CaseFinding, type Check, type Recipient } from './check.types.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { itemChecks } from './itemChecks.ts';
import { liveFindings } from './liveFindings.ts';
import { profileTold, receiversOf } from './receivers.ts';
import { ruleChecks } from './ruleChecks.ts';

/** What findings are made from: all that does not change with the case. */
export interface CheckWorld {
  /** of all regions, the one the rules were compiled with */
  catalogue: Catalogue;
  rules: CompiledRules;
  /** only what checks ask of a list: by name; every list the catalogue's items name */
  codeLists: Record<string, CodeList>;
  /** the standard, and the authority of each region, with the catalogue its region sees */
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

/** The receivers, each with the profile that the envelope of the case tells, if it does. */
export const recipientsOf = (world: CheckWorld, reader: CaseReader): Recipient[] => {
  const whole = caseScope(world.catalogue, reader);
  return world.receivers.map((recipient) => ({
    ...recipient,
    profile: profileTold(world.rules, whole, recipient.receiver),
  }));
};

export interface Asker {
  now: Date;
  /** may the user be told of the item; a check that reads another one tells of it by holding or not */
  may?: (itemId: string) => boolean;
}

/** All checks of the recipients that the user may be told of. */
export function checksFor(
  { catalogue, rules, codeLists }: CheckWorld,
  recipients: readonly Recipient[],
  { now, may }: Asker,
): Check[] {
  const all = [...itemChecks(catalogue, recipients, { codeLists, now }), ...ruleChecks(rules, recipients)];
  return may ? all.filter((check) => itemsTold(check).every(may)) : all;
}

/** What all receivers would find, or those that are asked for, in display order. */
export function caseFindings(
  world: CheckWorld,
  content: CaseContent,
  asker: Asker,
  asked?: readonly Receiver[],
): readonly CaseFinding[] {
  const reader = caseReader(world.catalogue, content);
  const recipients = recipientsOf(world, reader).filter(({ receiver }) => asked?.includes(receiver) ?? true);
  return foundBy(world.catalogue, checksFor(world, recipients, asker), reader);
}

/** What checks find in a case as it stands. */
export function foundBy(
  catalogue: Catalogue,
  checks: readonly Check[],
  reader: CaseReader,
): readonly CaseFinding[] {
  const live = liveFindings(catalogue, checks, reader);
  live.work();
  return live.findings();
}

/** What one of the receivers finds. */
export const findingsFor = (found: readonly CaseFinding[], receiver: Receiver): Finding[] =>
  found
    .filter(({ receivers }) => receivers.includes(receiver))
    .map(({ receivers: _, ...finding }): Finding => finding);
