/** The receivers a case is proposed for, with the rules that propose them. Pure. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText, ReceiverRule, ReceiversSource } from '../../schemas/compile/sources.types.ts';
import { displayDate } from '../dates/partialDate.ts';
import { explain, type Explanation } from '../expressions/explain.ts';
import { itemInScope, rowScope, rowsInScope, type Scope } from '../expressions/scope.ts';
import { fold } from '../text/fold.ts';
import words from './receiverWords.json' with { type: 'json' };

/** A receiver that a case can be given to. */
export interface Receiver {
  name: string;
  type: ReceiversSource['type'];
  /** an appendix; empty: none */
  region: string;
}

/** A product of the sponsor and the countries in which it is authorised. */
export interface AuthorisedProduct {
  name: string;
  countries: readonly string[];
}

export interface ReceiverFacts {
  /** the case as the rules read it */
  scope: Scope;
  /** authorities a report is due to or was sent to, with the due dates (CCYYMMDD) */
  due: ReadonlyMap<string, string>;
  /** receivers that earlier versions went to, with the last days (CCYYMMDD) */
  informed: ReadonlyMap<string, string>;
  products: readonly AuthorisedProduct[];
}

export interface ReceiverReason {
  ruleId: string;
  label: LocalizedText;
  source: string;
  why: Explanation;
}

/** The rules that propose the receiver; empty: it is not proposed. */
export const receiverReasons = (
  facts: ReceiverFacts,
  rules: readonly ReceiversSource[],
  receiver: Receiver,
): ReceiverReason[] =>
  rules
    .filter(({ type, region }) => type === receiver.type && (region ?? receiver.region) === receiver.region)
    .flatMap((file) => file.rules)
    .map((rule) => ({
      ruleId: rule.id,
      label: rule.label,
      source: rule.source,
      why: explainRule(facts, rule, receiver),
    }))
    .filter(({ why }) => why.holds);

/** The authority of a region; undefined where the region has none. */
const authorityOf = ({ appendices }: Catalogue, region: string): string | undefined =>
  appendices.find(({ appendix }) => appendix === region)?.authority;

function explainRule(facts: ReceiverFacts, rule: ReceiverRule, receiver: Receiver): Explanation {
  const parts = [
    ...(rule.when === undefined ? [] : [explain(rule.when, facts.scope)]),
    ...(rule.due ? [explainDue(facts, receiver)] : []),
    ...(rule.informed ? [explainInformed(facts, receiver)] : []),
    ...(rule.authorisedIn ? [explainAuthorisation(facts, rule.authorisedIn, rule.suspects ?? [])] : []),
  ];
  const [first] = parts;
  // a rule without conditions holds always
  if (first && parts.length === 1) return first;
  return { source: rule.id, holds: parts.every(({ holds }) => holds), by: 'all', parts };
}

function explainDue({ scope, due }: ReceiverFacts, { region }: Receiver): Explanation {
  const authority = authorityOf(scope.catalogue, region);
  const day = due.get(authority ?? '');
  return {
    source: 'due',
    holds: day !== undefined,
    by: 'fact',
    label: words.due,
    values: day === undefined ? [] : [`${authority} ${displayDate(day)}`],
  };
}

function explainInformed({ informed }: ReceiverFacts, { name }: Receiver): Explanation {
  const day = informed.get(name);
  return {
    source: 'informed',
    holds: day !== undefined,
    by: 'fact',
    label: words.informed,
    values: day === undefined ? [] : [displayDate(day)],
  };
}

function explainAuthorisation(
  { scope, products }: ReceiverFacts,
  countries: readonly string[],
  suspects: readonly string[],
): Explanation {
  const names = new Set(suspectDrugs(scope, suspects).map(fold));
  const values = products
    .filter(({ name }) => names.has(fold(name)))
    .flatMap((product) =>
      product.countries
        .filter((country) => countries.includes(country))
        .map((country) => `${product.name} (${country})`),
    );
  return { source: 'authorisedIn', holds: values.length > 0, by: 'fact', label: words.authorisedIn, values };
}

/** Names of the drugs of the case that have one of the roles. */
export function suspectDrugs(scope: Scope, suspects: readonly string[]): string[] {
  const { groupRoles, roles } = scope.catalogue;
  const { drugs } = groupRoles;
  if (drugs === undefined) return [];
  return rowsInScope(scope, drugs).flatMap((row) => {
    const drug = rowScope(scope, drugs, row);
    const role = itemInScope(drug, roles['drugRole'] ?? '')?.value;
    const name = itemInScope(drug, roles['drugName'] ?? '')?.value;
    return name && role && suspects.includes(role) ? [name] : [];
  });
}
