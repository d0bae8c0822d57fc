/** Checks derived from the catalogue alone: mandatory items, valid values, numbers of rows. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Conformance } from '../../schemas/compile/sources.types.ts';
import { emptyMeansNoInformation } from '../case/emptyItem.ts';
import { addressAt } from '../case/itemAddress.ts';
import { EMPTY_VALUE, isBlank } from '../case/itemValue.ts';
import { itemInScope, rowsInScope, rowsOfItem } from '../expressions/scope.ts';
import { conditionsOf, visibleConditions } from './conditionsOf.ts';
import type { Check, Recipient } from './check.types.ts';
import type { Receiver } from './finding.types.ts';
import { sentence } from './messages.ts';
import { valueFindings } from './valueFindings.ts';
import type { ValueWorld } from './valueFindings.ts';
import { ITEM_MISSING, ROW_MISSING, ROW_TOO_MANY } from './findingCodes.ts';

/** Conformance of the item for a receiver: by profile, otherwise by authority, otherwise that of ICH. */
export function conformanceFor(
  required: Conformance,
  receiver: Receiver,
  profile?: string,
): Conformance[string] | undefined {
  const first = Object.keys(required).find((key) => key.startsWith(`${receiver}/`)) ?? '';
  return required[profile ? `${receiver}/${profile}` : first] ?? required[receiver] ?? required.ICH;
}

/**
 * `whole` is the catalogue of all regions, which conditions refer to. Equal requirements of several recipients are
 * one check.
 */
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
    ...alike(recipients, ({ catalogue }) => catalogue.items[itemId], valueRequirements).map(([item, some]) =>
      valueCheck(item, some, world),
    ),
  ]),
];

const valueRequirements = (item: CatalogueItem) => {
  const { control, maxLength, number, precision, futureAllowed, codeList, dictionary, nullFlavors } = item;
  return [control, maxLength, number, precision, futureAllowed, codeList, dictionary, nullFlavors];
};

/** The variants of a name among the recipients, one per distinct requirement, with the recipients that share it. */
function alike<Part>(
  recipients: readonly Recipient[],
  partOf: (recipient: Recipient) => Part | undefined,
  requirementsOf: (part: Part, recipient: Recipient) => unknown,
): (readonly [Part, readonly Recipient[]])[] {
  const found = new Map<string, { part: Part; some: Recipient[] }>();
  for (const recipient of recipients) {
    const part = partOf(recipient);
    if (part === undefined) continue;
    const key = JSON.stringify(requirementsOf(part, recipient));
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
      const value = itemInScope(scope, item.itemId);
      const found = value ? valueFindings(item, value, world) : [];
      if (found.length === 0) return [];
      const address = addressAt(item.itemId, rowsOfItem(scope, item));
      return found.map((finding) => ({ ...finding, ...address, receivers }));
    },
  };
}

function missingCheck(whole: Catalogue, item: CatalogueItem, recipients: readonly Recipient[]): Check[] {
  // the envelope is filled in when the case is sent
  if (emptyMeansNoInformation(item) || whole.pages[item.page]?.kind === 'envelope') return [];
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
        if (!isBlank(value) || nullFlavor) return [];
        const receivers = conditions.isRequired(scope) ? whenRequired : always;
        if (receivers.length === 0 || conditions.isHidden(scope)) return [];
        const address = addressAt(item.itemId, rowsOfItem(scope, item));
        return [{ ruleId: ITEM_MISSING, severity: 'error', message, ...address, receivers }];
      },
    },
  ];
}

/** Too few or too many rows, reported at the first item that represents a row of the group. */
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
        const ruleId = count < min ? ROW_MISSING : max !== null && count > max ? ROW_TOO_MANY : null;
        if (ruleId === null || conditions.isHidden(scope)) return [];
        const address = addressAt(item.itemId, rowsOfItem(scope, item));
        const message = sentence(ruleId, { min, max: max ?? 0, count });
        return [{ ruleId, severity: 'error', message, ...address, receivers }];
      },
    },
  ];
}
