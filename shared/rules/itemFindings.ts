/** What the catalogue alone says against a case: mandatory items and rows, and what each value may be. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Conformance } from '../../schemas/compile/sources.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { caseReader } from '../expressions/caseReader.ts';
import type { CaseReader } from '../expressions/caseReader.ts';
import type { Finding, Receiver } from './finding.types.ts';
import { sentence } from './messages.ts';
import { valueFindings } from './valueFindings.ts';
import type { ValueWorld } from './valueFindings.ts';

export interface CheckOptions extends ValueWorld {
  receiver: Receiver;
  /** which of the receiver's profiles, e.g. `preMarket` of FDA; without it the first one an item speaks of */
  profile?: string;
}

/**
 * The findings of a case in display order. The catalogue is the region's (`forAppendix`): values of items it does not
 * have, and of rows that are struck, are passed over. An item may be missing only in rows that are there.
 */
export function findingsOf(catalogue: Catalogue, content: CaseContent, options: CheckOptions): Finding[] {
  const reader = caseReader(catalogue, content);
  const items = Object.values(catalogue.items).toSorted((a, b) => a.sort - b.sort);
  const ofItems = items.flatMap((item) =>
    rowsAround(reader, item.groups).flatMap((rows) => {
      const said = reader.item(item.itemId, rows) ?? EMPTY_VALUE;
      const found = [...missing(catalogue, item, said, options), ...valueFindings(item, said, options)];
      return found.map((finding): Finding => ({ ...finding, ...addressAt(item.itemId, rows) }));
    }),
  );
  const ofRows = Object.values(catalogue.groups).flatMap((group) => rowFindings(group, reader, options));
  const place = (finding: Finding) => catalogue.items[finding.itemId]?.sort ?? 0;
  return [...ofRows, ...ofItems].toSorted((a, b) => place(a) - place(b));
}

const rowsAround = (reader: CaseReader, groups: readonly string[]): readonly RowPath[] => {
  const innermost = groups.at(-1);
  return innermost === undefined ? [[]] : reader.rows(innermost, []);
};

/** What the receiver asks of an item: by profile, else by authority, else what ICH asks. */
export function conformanceFor(
  required: Conformance,
  receiver: Receiver,
  profile?: string,
): Conformance[string] | undefined {
  const first = Object.keys(required).find((key) => key.startsWith(`${receiver}/`)) ?? '';
  return required[profile ? `${receiver}/${profile}` : first] ?? required[receiver] ?? required.ICH;
}

function missing(
  { pages }: Catalogue,
  item: CatalogueItem,
  said: ItemValue,
  { receiver, profile }: CheckOptions,
) {
  const isAnswered = Boolean(said.value) || Boolean(said.nullFlavor);
  // where only "true" can be said, saying nothing is an answer: the message then says "no information";
  // the envelope is filled in when the case is sent
  const needsNone = item.control === 'trueOnly' || pages[item.page]?.kind === 'envelope';
  if (isAnswered || needsNone || conformanceFor(item.required, receiver, profile) !== 'M') return [];
  const message = sentence(item.nullFlavors.length > 0 ? 'item.missingOrNullFlavor' : 'item.missing', {
    receiver,
  });
  return [{ ruleId: 'item.missing', severity: 'error' as const, message }];
}

/** Too few or too many rows, told at the first item that stands for a row of the group. */
function rowFindings(group: CatalogueGroup, reader: CaseReader, { receiver }: CheckOptions): Finding[] {
  const { min, max, summary, groups } = group;
  if (min === 0 && max === null) return [];
  return rowsAround(reader, groups.slice(0, -1)).flatMap((parent): Finding[] => {
    const count = reader.rows(group.group, parent).length;
    const address = addressAt(summary[0] ?? group.group, parent);
    if (count < min) {
      return [
        {
          ...address,
          ruleId: 'row.missing',
          severity: 'error',
          message: sentence('row.missing', { receiver, min, count }),
        },
      ];
    }
    if (max !== null && count > max) {
      return [
        {
          ...address,
          ruleId: 'row.tooMany',
          severity: 'error',
          message: sentence('row.tooMany', { max, count }),
        },
      ];
    }
    return [];
  });
}
