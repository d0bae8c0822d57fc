/** What the catalogue says of an item, in the order in which a designer asks. */
import type { Catalogue, CatalogueItem } from '../schemas/compile/catalogue.types.ts';
import type { E2bSlot } from '../schemas/e2b/e2b.types.ts';
import type { Language } from '../src/i18n/index.ts';
import { allItems, codeLists } from './catalogue.ts';

const LEVELS = { M: 'mandatory', C: 'conditional', O: 'optional' };

/** Name and words of each fact; facts that the item has not are left out. */
export function factsOf(catalogue: Catalogue, item: CatalogueItem, language: Language): [string, string][] {
  const named = (itemId: string | null) =>
    itemId && `${itemId} ${catalogue.items[itemId]?.label[language] ?? ''}`;
  const { min, max, decimals, qualifier } = item.number ?? {};
  const facts: [string, string | null | false | undefined][] = [
    ['Item', item.itemId],
    ['Label', item.label[language]],
    ['Help', item.help?.[language]],
    ['Control', item.control],
    ['Page', `${item.page} ${catalogue.pages[item.page]?.label[language] ?? ''}`],
    [
      'Rows around it',
      item.groups.map((group) => `${group} ${catalogue.groups[group]?.rowLabel[language] ?? ''}`).join(' › '),
    ],
    ['Region', item.appendix],
    [
      'Conformance',
      Object.entries(item.required)
        .map(([who, level]) => `${who}: ${LEVELS[level]}`)
        .join(' · '),
    ],
    ['Max length', item.maxLength !== null && String(item.maxLength)],
    [
      'Number',
      item.number &&
        [
          decimals ? `${decimals} decimals` : 'whole',
          min !== undefined && `from ${min}`,
          max !== undefined && `to ${max}`,
          qualifier && 'with < or >',
        ]
          .filter(Boolean)
          .join(', '),
    ],
    ['Precision', item.precision && `${item.precision.min} to ${item.precision.max}`],
    ['Future', item.control === 'date' && (item.futureAllowed ? 'allowed' : 'refused')],
    ['Code list', codeListOf(item)],
    ['Dictionary', item.dictionary],
    ['Null flavors', item.nullFlavors.join(' ')],
    ['Notation', item.notation && 'may carry a second language'],
    [
      'Drawn with it',
      [item.textItem, item.unitItem, item.versionItem].filter(Boolean).map(named).join(' · '),
    ],
    ['Drawn beside', named(item.unitOf ?? item.versionOf ?? item.textOf)],
    ['Shown when', item.visibleWhen],
    ['When hidden', item.visibleWhen && item.onHide],
    ['Required when', item.requiredWhen],
    ['Read-only when', item.readOnlyWhen],
    ['Computed', item.computed],
    ['Printed in', item.boxes.join(', ')],
    ['Privacy', item.privacy && 'masked when personal data is hidden'],
    ['Blinded', item.blinded && 'shown to users with the unblind right only'],
    ['Case list', item.list.column && `a column, filter ${item.list.filterType}`],
    ['Role in the code', item.role],
    ['E2B(R3) place', item.e2b.map(placeOf).join('\n')],
    ['Certainty', item.certainty === 'sure' ? null : item.certainty],
    ['Changed by', changedBy(item.itemId)],
  ];
  return facts.flatMap(([name, words]) => (words ? [[name, words]] : []));
}

function codeListOf({ codeList }: CatalogueItem): string | null {
  const list = codeLists[codeList ?? ''];
  if (!list) return codeList;
  const traits = [`${list.codes.length} codes`, list.open && 'others allowed', !list.cached && 'asked anew'];
  return `${codeList} (${traits.filter(Boolean).join(', ')})`;
}

const placeOf = ({ in: container, at, as, type, unit }: E2bSlot): string =>
  [`${container}${at ? ` › ${at}` : ''}`, as && `as ${as}`, type, unit && `in ${unit}`]
    .filter(Boolean)
    .join(', ');

/** The regions whose overlay says something else of the item. */
function changedBy(itemId: string): string {
  return Object.entries(allItems.overlays)
    .flatMap(([appendix, overlays]) => {
      const overlay = overlays[itemId];
      return overlay ? [`${appendix} (${Object.keys(overlay).join(', ')})`] : [];
    })
    .join(' · ');
}
