/** Completions for names of the sources. */
import type { LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { Completion, SourceNames } from './completion.types.ts';

type Offer = (names: SourceNames, language: keyof LocalizedText) => Completion[];

/** A name with its label. */
export const nameCompletion = (
  name: string,
  words?: LocalizedText,
  language: keyof LocalizedText = 'en',
): Completion => ({
  label: name,
  kind: 'name',
  detail: words && (words[language] || words.en),
  insert: name,
});

export const itemCompletions: Offer = ({ catalogue }, language) =>
  Object.values(catalogue.items).map(({ itemId, label, page }) => ({
    ...nameCompletion(itemId, label, language),
    info: page,
  }));

export const groupCompletions: Offer = ({ catalogue }, language) =>
  Object.values(catalogue.groups).map(({ group, label, page }) => ({
    ...nameCompletion(group, label, language),
    info: page,
  }));

export const pageCompletions: Offer = ({ catalogue }, language) =>
  catalogue.pageOrder.map((page) => nameCompletion(page, catalogue.pages[page]?.label, language));

/** Sections and, on request, groups and items of a page: possible anchors and parents. */
export function anchorCompletions(
  { catalogue }: SourceNames,
  page: string,
  language: keyof LocalizedText,
  withItems: boolean,
): Completion[] {
  const walk = (layout: LayoutNode[]): Completion[] =>
    layout.flatMap((node): Completion[] => {
      if (node.type === 'item')
        return withItems ? [nameCompletion(node.itemId, catalogue.items[node.itemId]?.label, language)] : [];
      if (node.type === 'section')
        return [nameCompletion(node.section, node.label, language), ...walk(node.content)];
      const group = catalogue.groups[node.group];
      return [nameCompletion(node.group, group?.label, language), ...walk(node.content)];
    });
  const found = catalogue.pages[page];
  const own = found?.group
    ? [nameCompletion(found.group, catalogue.groups[found.group]?.label, language)]
    : [];
  return [...own, ...walk(found?.layout ?? [])];
}

export const codeListCompletions: Offer = ({ codeLists }) =>
  Object.values(codeLists).map(({ codeList, codes }) => ({
    ...nameCompletion(codeList),
    info: codes
      .slice(0, 6)
      .map(({ code, label }) => `${code} ${label.en}`)
      .join('\n'),
  }));

/** The codes of an item; `true` and `false` for boolean items. */
export function codeCompletions(
  { catalogue, codeLists }: SourceNames,
  itemId: string,
  language: keyof LocalizedText,
): Completion[] {
  const item = catalogue.items[itemId];
  if (item?.control === 'yesNo' || item?.control === 'trueOnly')
    return ['true', 'false'].map((code) => ({ ...nameCompletion(code), kind: 'code' as const }));
  return (codeLists[item?.codeList ?? '']?.codes ?? []).map(({ code, label }) => ({
    ...nameCompletion(code, label, language),
    kind: 'code' as const,
  }));
}
