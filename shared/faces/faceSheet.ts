/**
 * A page with the faces of items: each item with what is drawn beside it, in each state it can be in. The items of the
 * sheet have names of their own, so that one item can be on it more than once.
 */
import type { Static } from 'typebox';
import type { Catalogue, CatalogueItem, LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressAt, type ItemAddress } from '../case/itemAddress.ts';
import type { Finding } from '../contract/common.ts';
import { fits, type FieldState } from './fieldStates.ts';
import { maxLengthValue, SAMPLE_FILE, sampleValue, type SampleWorld } from './sampleValues.ts';

export const FACE_PAGE = 'faces';

/** An item in a state, and the item of the sheet that shows it. */
export interface Face {
  itemId: string;
  state: FieldState;
  item: CatalogueItem;
  address: ItemAddress;
}

export interface FaceSheet {
  /** as the engine draws it: one page, whose items are those of `faces` */
  catalogue: Catalogue;
  content: CaseContent;
  findings: Static<typeof Finding>[];
  faces: Face[];
}

interface FaceSheetInput extends SampleWorld {
  items: readonly CatalogueItem[];
  states: readonly FieldState[];
  /** words for the states: each is a section then; default: all fields are in one grid */
  sections?: (state: FieldState) => LocalizedText;
  /** is the item shown in the state? default: if it can be in it */
  shows?: (item: CatalogueItem, state: FieldState) => boolean;
  /** name of an item on the sheet; default: with its state */
  nameOf?: (itemId: string, state: FieldState) => string;
}

const stateName = (itemId: string, state: FieldState): string => `${itemId}~${state}`;

/** The sheet of some items of a region's catalogue. What is drawn beside an item is on it with that item. */
export function faceSheet(catalogue: Catalogue, input: FaceSheetInput): FaceSheet {
  const { items, states, shows = fits } = input;
  const families = items
    .map((item) => [item, ...attachedTo(catalogue, item)])
    .flatMap((family) =>
      states
        .filter((state) => family.some((item) => shows(item, state)))
        .map((state) => ({
          state,
          faces: family.map((item) => faceOf(item, shows(item, state) ? state : 'value', state, input)),
        })),
    );
  const faces = families.flatMap((family) => family.faces);
  return {
    catalogue: {
      ...catalogue,
      pages: {
        [FACE_PAGE]: {
          page: FACE_PAGE,
          label: items[0]?.label ?? { en: '', ko: '', ja: '', zh: '' },
          kind: 'form',
          group: null,
          next: null,
          layout: layoutOf(families, input),
        },
      },
      items: Object.fromEntries(faces.map(({ item }) => [item.itemId, item])),
      groups: {},
    },
    content: { values: faces.flatMap((face) => valuesIn(face, input)), rows: [] },
    findings: faces.flatMap(({ address, state }) => (isSeverity(state) ? [findingOn(address, state)] : [])),
    faces,
  };
}

/** An item and what is drawn beside it, in a state. */
interface Family {
  state: FieldState;
  faces: Face[];
}

/** The engine draws the rest of a family beside its first item. */
function layoutOf(families: readonly Family[], { sections, states }: FaceSheetInput): LayoutNode[] {
  const leaves = (some: readonly Family[]): LayoutNode[] =>
    some.flatMap(({ faces: [first] }) => (first ? [{ type: 'item', itemId: first.item.itemId }] : []));
  if (!sections) return leaves(families);
  return states.flatMap((state): LayoutNode[] => {
    const content = leaves(families.filter((family) => family.state === state));
    const about = { section: state, label: sections(state), help: null, collapsed: false, visibleWhen: null };
    return content.length === 0 ? [] : [{ type: 'section', ...about, content }];
  });
}

/** Is the item drawn beside another one? */
export const isAttached = ({ unitOf, versionOf, textOf }: CatalogueItem): boolean =>
  [unitOf, versionOf, textOf].some((owner) => owner !== null);

/** What is drawn beside the item. */
export function attachedTo(catalogue: Catalogue, item: CatalogueItem): CatalogueItem[] {
  return [item.unitItem, item.versionItem, item.textItem].flatMap((id) =>
    id ? (catalogue.items[id] ?? []) : [],
  );
}

/** Its conditions are about items that are not on the sheet, so they are left out. */
function faceOf(
  item: CatalogueItem,
  state: FieldState,
  ofFamily: FieldState,
  { language, nameOf = stateName }: FaceSheetInput,
): Face {
  const here = (itemId: string | null): string | null => itemId && nameOf(itemId, ofFamily);
  const itemId = nameOf(item.itemId, ofFamily);
  return {
    itemId: item.itemId,
    state,
    address: addressAt(itemId, []),
    item: {
      ...item,
      itemId,
      // the ids of its elements: sheets of several languages are in one document
      formKey: `${language}-${ofFamily}-${item.formKey}`,
      page: FACE_PAGE,
      groups: [],
      blinded: state === 'blinded',
      visibleWhen: null,
      requiredWhen: null,
      readOnlyWhen: null,
      computed: null,
      unitItem: here(item.unitItem),
      versionItem: here(item.versionItem),
      textItem: here(item.textItem),
    },
  };
}

function valuesIn({ item, address, state }: Face, world: FaceSheetInput): CaseValue[] {
  if (state === 'empty' || state === 'blinded') return [];
  if (state === 'nullFlavor')
    return [{ ...address, value: null, nullFlavor: item.nullFlavors[0] ?? null, notation: null }];
  const isLong = state === 'longText';
  const fileName = isLong ? `${'discharge-summary-'.repeat(8)}.pdf` : SAMPLE_FILE.fileName;
  return [
    {
      ...address,
      value: isLong ? maxLengthValue(item, world) : sampleValue(item, world),
      nullFlavor: null,
      notation: state === 'notation' ? '다른 언어로 적은 같은 내용' : null,
      ...(item.control === 'attachment' && { properties: { ...SAMPLE_FILE, fileName } }),
    },
  ];
}

type Severity = Static<typeof Finding>['severity'];

const isSeverity = (state: FieldState): state is Extract<FieldState, Severity> =>
  state === 'error' || state === 'warning' || state === 'info';

/** An invented finding of a rule. */
export const findingOn = (address: ItemAddress, severity: Severity = 'error'): Static<typeof Finding> => ({
  ...address,
  ruleId: 'SAMPLE-1',
  severity,
  message: {
    en: 'End date is before start date.',
    ko: '종료일이 시작일보다 이릅니다.',
    ja: '終了日が開始日より前です。',
    zh: '结束日期早于开始日期。',
  },
});
