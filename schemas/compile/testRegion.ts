/** For tests: a region whose items depend on each other in every possible way, over nested rows. */
import type { SourceText } from './sources.types.ts';

const localized = (en: string) => ({ en, ko: en, ja: en, zh: en });
const item = (itemId: string, page: string, placement: object, more: object = {}) => ({
  itemId,
  page,
  control: 'text',
  label: localized(itemId),
  required: {},
  ...placement,
  ...more,
});
const hides = (visibleWhen: string, onHide: string) => ({ visibleWhen, onHide });
const kindIsA = 'value("XX.kind") == "a"';

/**
 * Drug (G.k): kind, and items for each `onHide`, an amount per dosage with dependent items, and a relation to each
 * reaction that depends on the reaction. Patient (DM): items that depend on all drugs. CI: a section and a group that
 * depend on a flag.
 */
export const testRegion: SourceText = {
  file: 'appendices/XX.appendix.json',
  text: JSON.stringify({
    appendix: 'XX',
    authority: 'XXA',
    label: localized('Test region'),
    items: [
      item('XX.kind', 'DG', { after: 'G.k.2.2' }),
      item('XX.keep', 'DG', { after: 'XX.kind' }, hides(kindIsA, 'keep')),
      item('XX.clear', 'DG', { after: 'XX.kind' }, hides(kindIsA, 'clear')),
      item('XX.next', 'DG', { after: 'XX.kind' }, hides('present("XX.clear")', 'clear')),
      item('XX.said', 'DG', { after: 'XX.kind' }, { computed: 'present("XX.clear")' }),
      item('XX.held', 'DG', { after: 'XX.kind' }, hides(kindIsA, 'keepNotExported')),
      item('XX.amount', 'DG', { after: 'G.k.4.r.8' }, { control: 'number' }),
      item('XX.unit', 'DG', { after: 'XX.amount' }, { unitOf: 'XX.amount' }),
      item(
        'XX.amountNote',
        'DG',
        { after: 'XX.amount' },
        hides(`number("XX.amount") > 1.0 && ${kindIsA}`, 'clear'),
      ),
      item('XX.twice', 'DG', { after: 'XX.amount' }, { computed: 'text(number("XX.amount") * 2.0)' }),
      item(
        'XX.dosages',
        'DG',
        { after: 'XX.kind' },
        { computed: 'countRows("G.k.4.r", present("XX.twice"))' },
      ),
      item('XX.relation', 'DG', { after: 'G.k.9.i.1' }, hides('value("XX.term") == "x"', 'clear')),
      item('XX.term', 'AE', { after: 'E.i.7' }),
      item('XX.sum', 'DM', { after: 'D.1' }, { computed: `countRows("G.k", ${kindIsA})` }),
      item('XX.any', 'DM', { after: 'D.1' }, hides(`anyRow("G.k", ${kindIsA})`, 'clear')),
      item('XX.chain', 'DM', { after: 'D.1' }, hides('value("XX.sum") != "2"', 'clear')),
      item('XX.flag', 'CI', { after: 'C.1.3' }),
      item('XX.inside', 'CI', { in: 'XX.section' }, { onHide: 'clear' }),
      item('XX.row', 'CI', { in: 'XX.group' }, { onHide: 'clear' }),
    ],
    groups: [
      {
        group: 'XX.group',
        page: 'CI',
        in: 'XX.section',
        label: localized('Rows'),
        rowLabel: localized('Row'),
        summary: ['XX.row'],
        content: [],
        visibleWhen: 'value("XX.flag") != "n"',
      },
    ],
    sections: [
      {
        section: 'XX.section',
        page: 'CI',
        after: 'C.1.3',
        label: localized('Section'),
        content: [],
        visibleWhen: 'present("XX.flag")',
      },
    ],
  }),
};

const row = (group: string, [rowNo = 0, rowNo2 = 0, rowNo3 = 0]: readonly number[], sort: number) => {
  const rowId = `00000000-0000-4000-8000-${[rowNo, rowNo2, rowNo3].map((no) => String(no).padStart(4, '0')).join('')}`;
  return { group, rowNo, rowNo2, rowNo3, rowId, sort, deleted: false };
};

export const DRUGS = [1, 2, 3];
export const DOSAGES = [1, 2];
export const REACTIONS = [4, 7];

/** Three drugs of two dosages each, two reactions, and a row of the region's own group, without values. */
export const EMPTY_ROWS = {
  values: [] as never[],
  rows: [
    ...DRUGS.flatMap((drug, at) => [
      row('G.k', [drug], DRUGS.length - at),
      ...DOSAGES.map((dosage) => row('G.k.4.r', [drug, dosage], dosage)),
    ]),
    ...REACTIONS.map((reaction, at) => row('E.i', [reaction], at)),
    row('XX.group', [1], 1),
  ],
};
