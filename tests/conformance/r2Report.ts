/** A report of E2B(R2) with every element of the table, made by the rules of each element. */
import { isR2Block, type R2Block, type R2Leaf } from '../../schemas/e2b/r2.types.ts';
import { readReports, type ReadMessage } from '../../shared/e2b/index.ts';
import { e2bCatalogue, memoryPorts } from '../../scripts/e2b-commands.ts';

const { r2: table, maps } = e2bCatalogue();
export const r2 = table;

export interface Element {
  name: string;
  text: string;
  children: Element[];
}

/** A text that the element takes, different for each occurrence. */
export type Fill = (leaf: R2Leaf, occurrence: number) => string;

const CODES = ['10019211', '10028813', '10037660'];

/** Texts that mean something in R3 and come back the same. */
export const usualText: Fill = (leaf, occurrence) => {
  const { element, rule, table = '', constant, accepts } = leaf;
  const codes = Object.keys(r2.codes.tables[table]?.codes ?? {});
  if (accepts) return constant ?? '';
  if (/unit$|definition$/.test(element) && rule !== 'code')
    return rule === 'part' ? partText(element) : 'mg/dL';
  switch (rule) {
    case 'code':
    case 'nullification':
    case 'recurrence':
      return '1' in (r2.codes.tables[table]?.codes ?? {}) ? '1' : (codes[0] ?? '');
    case 'date':
      return leaf.digits === 14 ? '20240301103000' : leaf.digits === 12 ? '202402281030' : '20240220';
    case 'dateFormat':
      return formatFor(element);
    case 'number':
    case 'dose':
    case 'doseInterval':
    case 'parentAge':
    case 'reactionInterval':
    case 'drugInterval':
      return element.startsWith('reaction') ? '3' : '2';
    case 'testResult':
      return '5.5';
    case 'term':
      return CODES[occurrence % 3] ?? '';
    case 'termVersion':
      return '26.1';
    case 'route':
      return '048';
    case 'anySerious':
      return '1';
    case 'assessment':
      return CODES[0] ?? '';
    case 'testName':
      return '10017944';
    case 'primaryCountry':
      return 'FR';
    case 'part':
      return partText(element);
    case 'phone':
      return '123456';
    default:
      if (/country(code)?$/.test(element)) return 'FR';
      return `${element.slice(0, Math.min(leaf.length ?? 20, 20) - 2)}${occurrence + 1}`;
  }
};

function formatFor(format: string): string {
  const date = [...r2.leaves.values()].find((leaf) => leaf.format === format);
  return { 14: '204', 12: '203' }[date?.digits ?? 8] ?? '102';
}

function partText(element: string): string {
  if (element.endsWith('dosageunit')) return '003';
  if (/separate/.test(element)) return '1';
  if (/definition$|unit$/.test(element)) return element === 'testunit' ? 'mg/dL' : '804';
  if (element.endsWith('meddraversion')) return '26.1';
  if (element.endsWith('drugrecuraction')) return CODES[0] ?? '';
  if (/country(code)?$/.test(element)) return '44';
  if (element.endsWith('extension')) return '12';
  return `${element} text`.slice(0, 20);
}

/** The header and one report with every element. */
export const wholeMessage = (fill: Fill = usualText, reactions = 2): Element => ({
  name: r2.root,
  text: '',
  children: [made(r2.header, fill, 0), made(r2.report, fill, reactions)],
});

function made(block: R2Block, fill: Fill, reactions: number, occurrence = 0): Element {
  return {
    name: block.block,
    text: '',
    children: block.content.flatMap((one) => {
      if (!isR2Block(one)) return { name: one.element, text: fill(one, occurrence), children: [] };
      const count = one.block === 'reaction' ? reactions : 1;
      return Array.from({ length: count }, (_, at) => made(one, fill, reactions, at));
    }),
  };
}

export const xmlOf = ({ name, text, children }: Element): string =>
  `<${name}${name === r2.root ? ' lang="en"' : ''}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}${children.map(xmlOf).join('')}</${name}>`;

/** Without an element, wherever it is. */
export const without = (element: Element, name: string): Element => ({
  ...element,
  children: element.children.filter((child) => child.name !== name).map((child) => without(child, name)),
});

export const withText = (element: Element, name: string, text: string): Element => ({
  ...element,
  text: element.name === name ? text : element.text,
  children: element.children.map((child) => withText(child, name, text)),
});

/** The texts of an element, wherever it is. */
export const textsOf = (element: Element, name: string): string[] => [
  ...(element.name === name ? [element.text] : []),
  ...element.children.flatMap((child) => textsOf(child, name)),
];

/** Every filled element with its path, without numbers. */
export const factsOfR2 = (element: Element, path = ''): string[] => [
  ...(element.text === '' ? [] : [`${path}${element.name}=${element.text}`]),
  ...element.children.flatMap((child) => factsOfR2(child, `${path}${element.name}/`)),
];

export async function readMessages(xml: string | Uint8Array): Promise<ReadMessage[]> {
  const read: ReadMessage[] = [];
  for await (const message of readReports(xml, maps, memoryPorts())) read.push(message);
  return read;
}

export async function readOnly(xml: string | Uint8Array): Promise<ReadMessage> {
  const [message] = await readMessages(xml);
  if (!message) throw new Error('no report was read');
  return message;
}

/** The elements of a text that the writer made. */
export function elementOf(xml: string): Element {
  const open: Element[] = [{ name: '', text: '', children: [] }];
  for (const [, end, name = '', empty, text = ''] of xml.matchAll(/<(\/)?([a-z]+)[^<>]*?(\/)?>([^<]*)/g)) {
    if (end) {
      open.pop();
      continue;
    }
    const element = {
      name,
      text: text.trim().replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
      children: [],
    };
    open.at(-1)?.children.push(element);
    if (!empty) open.push(element);
  }
  const [root] = open[0]?.children ?? [];
  if (!root) throw new Error('an empty message');
  return root;
}
