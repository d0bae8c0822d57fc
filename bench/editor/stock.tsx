/** The same content in rjsf as it comes, with its Mantine theme: the page as one JSON Schema, the case as its form data. */
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import { useState } from 'react';
import { MantineProvider } from '@mantine/core';
import Form from '@rjsf/mantine';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import type { LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type RowPath } from '../../shared/case/itemAddress.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { codeLists } from '../../stories/catalogue.ts';
import { caretInto, drawer, keyClock, painted } from './benchPage.ts';
import { catalogue, contentOf, MEASURED, OTHER, typedInto, widestGroup } from './content.ts';

type Data = Record<string, unknown>;

function itemSchema(itemId: string): RJSFSchema {
  const item = catalogue.items[itemId];
  const title = item?.label.en;
  const codes = codeLists[item?.codeList ?? '']?.codes ?? [];
  // not `oneOf`: rjsf would try each of hundreds of codes with its validator on each key
  if (codes.length > 0) return { type: 'string', title, enum: codes.map(({ code }) => code) };
  return { type: item?.control === 'yesNo' || item?.control === 'trueOnly' ? 'boolean' : 'string', title };
}

function schemaOf(layout: readonly LayoutNode[]): RJSFSchema {
  const properties: Record<string, RJSFSchema> = {};
  const add = (nodes: readonly LayoutNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'section') add(node.content);
      else if (node.type === 'group')
        properties[node.group] = {
          type: 'array',
          title: catalogue.groups[node.group]?.label.en,
          items: schemaOf(node.content),
        };
      else for (const itemId of withAttached(node.itemId)) properties[itemId] = itemSchema(itemId);
    }
  };
  add(layout);
  return { type: 'object', properties };
}

/** The words of the codes. */
function uiSchemaOf(layout: readonly LayoutNode[]): UiSchema {
  const found: UiSchema = {};
  for (const node of layout) {
    if (node.type === 'section') Object.assign(found, uiSchemaOf(node.content));
    else if (node.type === 'group') found[node.group] = { items: uiSchemaOf(node.content) };
    else
      for (const itemId of withAttached(node.itemId)) {
        const codes = codeLists[catalogue.items[itemId]?.codeList ?? '']?.codes ?? [];
        if (codes.length > 0) found[itemId] = { 'ui:enumNames': codes.map(({ label }) => label.en) };
      }
  }
  return found;
}

/** An item, and those that are drawn beside it. */
function withAttached(itemId: string): string[] {
  const { textItem, unitItem, versionItem } = catalogue.items[itemId] ?? {};
  return [itemId, textItem, unitItem, versionItem].filter((found) => found != null);
}

function dataOf(
  layout: readonly LayoutNode[],
  values: ReadonlyMap<string, string | null>,
  path: RowPath,
  rows: number,
): Data {
  const data: Data = {};
  const add = (nodes: readonly LayoutNode[]): void => {
    for (const node of nodes) {
      if (node.type === 'section') add(node.content);
      else if (node.type === 'group')
        data[node.group] = Array.from({ length: path.length === 2 ? Math.min(rows, 2) : rows }, (_, index) =>
          dataOf(node.content, values, [...path, index + 1], rows),
        );
      else
        for (const itemId of withAttached(node.itemId)) {
          const value = values.get(`${itemId}|${path.join('|')}`);
          if (value != null) data[itemId] = itemSchema(itemId).type === 'boolean' ? value === 'true' : value;
        }
    }
  };
  add(layout);
  return data;
}

function formOf(
  page: string,
  { values }: CaseContent,
  rows: number,
): { schema: RJSFSchema; uiSchema: UiSchema; formData: Data } {
  const layout = catalogue.pages[page]?.layout ?? [];
  const byPlace = new Map(
    values.map((value) => {
      const depth = catalogue.items[value.itemId]?.groups.length ?? 0;
      return [`${value.itemId}|${rowPathOf(value, depth).join('|')}`, value.value];
    }),
  );
  return {
    schema: schemaOf(layout),
    uiSchema: uiSchemaOf(layout),
    formData: dataOf(layout, byPlace, catalogue.pages[page]?.kind === 'rows' ? [1] : [], rows),
  };
}

function StockForm({ schema, uiSchema, formData }: ReturnType<typeof formOf>) {
  const [data, setData] = useState(formData);
  return (
    <Form
      schema={schema}
      uiSchema={uiSchema}
      formData={data}
      validator={validator}
      onChange={(event) => setData(event.formData as Data)}
    />
  );
}

const draw = drawer();
const other = formOf(OTHER, contentOf(OTHER, 2), 2);
let measured = other;

const inputOf = (place: 'page' | 'row'): string =>
  place === 'page' ? `[id="root_${typedInto.page.itemId}"]` : `[id$="_0_${typedInto.row.itemId}"]`;
const pageOf = (name: string, form: typeof measured) => (
  // Outside the parts that a key renders: its context would render all of Mantine.
  <MantineProvider>
    <StockForm key={name} {...form} />
  </MantineProvider>
);

window.bench = {
  prepare(rows) {
    const content = contentOf(MEASURED, rows);
    measured = formOf(MEASURED, content, rows);
    return content.values.length;
  },
  open: () => draw(() => pageOf(MEASURED, measured)),
  async enterField(place) {
    caretInto(inputOf(place));
    await painted();
  },
  keysToPaint: keyClock(),
  painted,
  enterAddButton: () => document.getElementById(`root_${widestGroup.group}__add`)?.focus(),
  switchPage: (to) =>
    new Promise((resolve, reject) => {
      const go = () => draw(() => (to === 'other' ? pageOf(OTHER, other) : pageOf(MEASURED, measured)));
      setTimeout(() => void go().then(() => resolve(), reject));
    }),
};
