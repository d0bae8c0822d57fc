/** Compiles one item or group of a file. All defaults are applied here and nowhere else. */
import type { CatalogueGroup, CatalogueItem } from './catalogue.types.ts';
import type { Control, GroupSource, ItemSource } from './sources.types.ts';

/** Its location in the sources. */
export interface CompileLocation {
  page: string;
  /** enclosing repeating groups, outermost first */
  groups: string[];
  appendix: string | null;
}

const SPANS: Record<Control, number> = {
  text: 4,
  longText: 12,
  number: 3,
  date: 3,
  codeList: 4,
  radio: 4,
  yesNo: 3,
  trueOnly: 3,
  codedTerm: 6,
  attachment: 12,
  chosenRecords: 12,
  chosenItems: 12,
  readOnly: 4,
  rowReference: 4,
};

/** All controls. */
export const CONTROLS: ReadonlySet<string> = new Set(Object.keys(SPANS));

/** Filter type of a list column for the item, as in the list calls. */
const FILTERS: Partial<Record<Control, string>> = {
  number: 'BETWEEN_NUMERIC',
  date: 'BETWEEN_DATE',
  codeList: 'CHECK',
  radio: 'CHECK',
  yesNo: 'CHECK',
  trueOnly: 'CHECK',
};

/** A property name without dots or other path characters: rjsf treats `D.1` as a path. */
export const formKeyOf = (itemId: string): string => itemId.replaceAll(/[^A-Za-z0-9_]/g, '_');

export const compileItem = (source: ItemSource, location: CompileLocation, sort: number): CatalogueItem => ({
  itemId: source.itemId,
  formKey: formKeyOf(source.itemId),
  ...location,
  label: source.label,
  ...(source.officialName && { officialName: source.officialName }),
  help: source.help ?? null,
  control: source.control,
  role: source.role ?? null,
  maxLength: source.maxLength ?? null,
  number: source.number ?? null,
  precision: source.precision ?? null,
  futureAllowed: source.futureAllowed ?? true,
  codeList: source.codeList ?? null,
  dictionary: source.dictionary ?? null,
  ...(source.dictionaryFrom && { dictionaryFrom: source.dictionaryFrom }),
  nullFlavors: source.nullFlavors ?? [],
  notation: source.notation ?? false,
  unitOf: source.unitOf ?? null,
  versionOf: source.versionOf ?? null,
  textOf: source.textOf ?? null,
  unitItem: null,
  versionItem: null,
  textItem: null,
  coding: source.dictionary
    ? {
        recommended: false,
        details: false,
        texts: source.saidIn ?? [],
        ...(source.lookUpFields && { fields: source.lookUpFields }),
      }
    : null,
  ...(source.selection && { selection: source.selection }),
  ...(source.file && { file: source.file }),
  ...(source.chooses && { chooses: source.chooses }),
  ...(source.choosesNone && { choosesNone: source.choosesNone }),
  ...(source.fixed && { fixed: true }),
  span: source.span ?? SPANS[source.control],
  required: source.required ?? {},
  privacy: source.privacy ?? false,
  blinded: source.blinded ?? false,
  onHide: source.onHide ?? 'keep',
  visibleWhen: source.visibleWhen ?? null,
  requiredWhen: source.requiredWhen ?? null,
  readOnlyWhen: source.readOnlyWhen ?? null,
  computed: source.computed ?? null,
  ...(source.initial !== undefined && { initial: source.initial }),
  ...(source.calculated && { calculated: source.calculated }),
  ...(source.offer && { offer: source.offer }),
  ...(source.expectedness && { expectedness: source.expectedness }),
  ...(source.fromText && { fromText: source.fromText }),
  ...(source.names && { names: source.names }),
  ...(source.template && { template: source.template }),
  boxes: source.boxes ?? [],
  list: {
    column: source.list?.column ?? false,
    select: source.list?.select ?? false,
    filterType: source.list?.filterType ?? FILTERS[source.control] ?? 'LIKE',
  },
  e2b: source.e2b === undefined ? [] : [source.e2b].flat(),
  certainty: source.certainty ?? 'sure',
  sort,
});

export const compileGroup = (
  source: Omit<GroupSource, 'content'>,
  { page, groups, appendix }: CompileLocation,
): CatalogueGroup => ({
  group: source.group,
  page,
  groups: [...groups, source.group],
  appendix,
  label: source.label,
  rowLabel: source.rowLabel,
  role: source.role ?? null,
  rowsOf: source.rowsOf ?? null,
  summary: source.summary,
  min: source.min ?? 0,
  max: source.max ?? null,
  collapsed: source.collapsed ?? false,
  visibleWhen: source.visibleWhen ?? null,
});
