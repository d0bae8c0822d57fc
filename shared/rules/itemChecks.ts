/** Checks that the catalogue alone asks for: mandatory items, what each value may be, and how many rows there are. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Conformance } from '../../schemas/compile/sources.types.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import { itemInScope, rowsInScope, rowsOfItem } from '../expressions/scope.ts';
import { conditionsOf, visibleConditions } from './conditionsOf.ts';
import type { Check, Recipient } from './check.types.ts';
import type { Receiver } from './finding.types.ts';
import { sentence } from './messages.ts';
import { valueFindings } from './valueFindings.ts';
import type { ValueWorld } from './valueFindings.ts';

/** What the receiver asks of an item: by profile, else by authority, else what ICH asks. */
export function conformanceFor(
  required: Conformance,
  receiver: Receiver,
  profile?: string,
): Conformance[string] | undefined {
  const first = Object.keys(required).find((key) => key.startsWith(`${receiver}/`)) ?? '';
  return required[profile ? `${receiver}/${profile}` : first] ?? required[receiver] ?? required.ICH;
}

/** `whole` is the catalogue of all regions, in whose terms conditions are read. What recipients ask alike is one check. */
export const itemChecks = (
  whole: Catalogue,
  recipients: readonly Recipient[],
  world: ValueWorld,
): Check[] => [
  ...Object.keys(whole.groups).flatMap((group) =>
    alike(
      recipients,
      ({ catalogue }) => catalogue.groups[group],
      (group, { catalogue }) => [group.min, group.max, group.summary[0], visibleConditions(catalogue, group)],
    ).flatMap(([of, some]) => rowCheck(whole, of, some)),
  ),
  ...Object.keys(whole.items).flatMap((itemId) => [
    ...alike(
      recipients,
      ({ catalogue }) => catalogue.items[itemId],
      (item, { catalogue }) => [
        item.requiredWhen,
        item.nullFlavors.length > 0,
        visibleConditions(catalogue, item),
      ],
    ).flatMap(([item, some]) => missingCheck(whole, item, some)),
    ...alike(recipients, ({ catalogue }) => catalogue.items[itemId], askedOfValues).map(([item, some]) =>
      valueCheck(item, some, world),
    ),
  ]),
];

const askedOfValues = (item: CatalogueItem) => {
  const { control, maxLength, number, precision, futureAllowed, codeList, dictionary, nullFlavors } = item;
  return [control, maxLength, number, precision, futureAllowed, codeList, dictionary, nullFlavors];
};

/** What the recipients have at a name, each that differs in what is asked of it once, with those who have it so. */
function alike<Part>(
  recipients: readonly Recipient[],
  partOf: (recipient: Recipient) => Part | undefined,
  asked: (part: Part, recipient: Recipient) => unknown,
): (readonly [Part, readonly Recipient[]])[] {
  const found = new Map<string, { part: Part; some: Recipient[] }>();
  for (const recipient of recipients) {
    const part = partOf(recipient);
    if (part === undefined) continue;
    const key = JSON.stringify(asked(part, recipient));
    const known = found.get(key) ?? { part, some: [] };
    known.some.push(recipient);
    found.set(key, known);
  }
  return [...found.values()].map(({ part, some }) => [part, some] as const);
}

const namesOf = (recipients: readonly Recipient[]): Receiver[] => recipients.map(({ receiver }) => receiver);

function valueCheck(item: CatalogueItem, recipients: readonly Recipient[], world: ValueWorld): Check {
  const group = item.groups.at(-1) ?? null;
  const receivers = namesOf(recipients);
  return {
    item,
    group,
    readings: [{ itemId: item.itemId, within: group }],
    find(scope) {
      const said = itemInScope(scope, item.itemId);
      const found = said ? valueFindings(item, said, world) : [];
      if (found.length === 0) return [];
      const address = addressAt(item.itemId, rowsOfItem(scope, item));
      return found.map((finding) => ({ ...finding, ...address, receivers }));
    },
  };
}

function missingCheck(whole: Catalogue, item: CatalogueItem, recipients: readonly Recipient[]): Check[] {
  // where only "true" can be said, saying nothing is an answer: the message then says "no information";
  // the envelope is filled in when the case is sent
  if (item.control === 'trueOnly' || whole.pages[item.page]?.kind === 'envelope') return [];
  const [some] = recipients;
  const always = namesOf(
    recipients.filter(({ receiver, profile, catalogue }) => {
      const { required = {} } = catalogue.items[item.itemId] ?? {};
      return conformanceFor(required, receiver, profile) === 'M';
    }),
  );
  if (!some || (always.length === 0 && item.requiredWhen === null)) return [];
  const group = item.groups.at(-1) ?? null;
  const conditions = conditionsOf(whole, some.catalogue, item);
  const whenRequired = namesOf(recipients);
  const message = sentence(item.nullFlavors.length > 0 ? 'item.missingOrNullFlavor' : 'item.missing');
  return [
    {
      item,
      group,
      readings: [{ itemId: item.itemId, within: group }, ...conditions.readings],
      find(scope) {
        const { value, nullFlavor } = itemInScope(scope, item.itemId) ?? EMPTY_VALUE;
        if (value || nullFlavor) return [];
        const receivers = conditions.isRequired(scope) ? whenRequired : always;
        if (receivers.length === 0 || conditions.isHidden(scope)) return [];
        const address = addressAt(item.itemId, rowsOfItem(scope, item));
        return [{ ruleId: 'item.missing', severity: 'error', message, ...address, receivers }];
      },
    },
  ];
}

/** Too few or too many rows, told at the first item that stands for a row of the group. */
function rowCheck(whole: Catalogue, of: CatalogueGroup, recipients: readonly Recipient[]): Check[] {
  const { group, min, max, summary, groups } = of;
  const item = whole.items[summary[0] ?? ''];
  const [some] = recipients;
  if ((min === 0 && max === null) || !item || !some) return [];
  const parent = groups.at(-2) ?? null;
  const conditions = conditionsOf(whole, some.catalogue, of);
  const receivers = namesOf(recipients);
  return [
    {
      item,
      group: parent,
      readings: [{ group, within: parent }, ...conditions.readings],
      find(scope) {
        const count = rowsInScope(scope, group).length;
        const ruleId = count < min ? 'row.missing' : max !== null && count > max ? 'row.tooMany' : null;
        if (ruleId === null || conditions.isHidden(scope)) return [];
        const address = addressAt(item.itemId, rowsOfItem(scope, item));
        const message = sentence(ruleId, { min, max: max ?? 0, count });
        return [{ ruleId, severity: 'error', message, ...address, receivers }];
      },
    },
  ];
}
