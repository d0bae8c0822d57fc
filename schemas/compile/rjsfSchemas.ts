/**
 * A page for rjsf, which only lays it out: values, labels and findings come from the engine's atoms. The uiSchema
 * gives the kind of each property: `item`, `section` or `group`.
 */
import type { Catalogue, LayoutNode } from './catalogue.types.ts';
import { formKeyOf } from './compileItem.ts';

/** The part of JSON Schema that a layout needs; assignable to rjsf's `RJSFSchema`. */
export interface LayoutSchema {
  type: 'object' | 'string';
  properties?: Record<string, LayoutSchema>;
}

/** Assignable to rjsf's `UiSchema`. Sections and groups contain the uiSchema of their content beside the `ui:` keys. */
export interface LayoutUiSchema {
  'ui:field'?: 'item' | 'section' | 'group';
  'ui:options'?: { itemId: string } | { section: string } | { group: string };
  'ui:order'?: string[];
  [property: string]: unknown;
}

/** The page as nested objects, one property per item, section or group, in display order. Throws on an unknown page. */
export const toJsonSchema = (catalogue: Catalogue, page: string): LayoutSchema =>
  objectSchema(catalogue, layoutOf(catalogue, page));

/** The uiSchema of `toJsonSchema`: the field that draws each property, and its description as options. */
export const toUiSchema = (catalogue: Catalogue, page: string): LayoutUiSchema =>
  objectUiSchema(catalogue, layoutOf(catalogue, page));

function layoutOf(catalogue: Catalogue, page: string): LayoutNode[] {
  const found = catalogue.pages[page];
  if (!found) throw new Error(`no page ${page}; the pages are ${catalogue.pageOrder.join(', ')}`);
  return found.layout;
}

/** The property of a node. Sections and groups are prefixed, since an item may have the same name. */
function propertyOf(catalogue: Catalogue, node: LayoutNode): string {
  if (node.type === 'item') return catalogue.items[node.itemId]?.formKey ?? formKeyOf(node.itemId);
  return node.type === 'section' ? `section_${formKeyOf(node.section)}` : `group_${formKeyOf(node.group)}`;
}

const objectSchema = (catalogue: Catalogue, layout: LayoutNode[]): LayoutSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    layout.map((node) => [
      propertyOf(catalogue, node),
      node.type === 'item' ? { type: 'string' } : objectSchema(catalogue, node.content),
    ]),
  ),
});

const objectUiSchema = (catalogue: Catalogue, layout: LayoutNode[]): LayoutUiSchema => ({
  'ui:order': layout.map((node) => propertyOf(catalogue, node)),
  ...Object.fromEntries(layout.map((node) => [propertyOf(catalogue, node), nodeUiSchema(catalogue, node)])),
});

function nodeUiSchema(catalogue: Catalogue, node: LayoutNode): LayoutUiSchema {
  switch (node.type) {
    case 'item':
      return { 'ui:field': 'item', 'ui:options': { itemId: node.itemId } };
    case 'section':
      return {
        ...objectUiSchema(catalogue, node.content),
        'ui:field': 'section',
        'ui:options': { section: node.section },
      };
    case 'group':
      return {
        ...objectUiSchema(catalogue, node.content),
        'ui:field': 'group',
        'ui:options': { group: node.group },
      };
  }
}
