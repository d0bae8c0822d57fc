/**
 * The stories that follow from the catalogue, as texts of story files: so each control, item and page has its own entry
 * in the sidebar, and a new item of an analyst's has one the next time Storybook or the tests start.
 */
import { forAppendix } from '../schemas/compile/forAppendix.ts';
import type { Catalogue, CatalogueItem, LayoutNode } from '../schemas/compile/catalogue.types.ts';
import type { Control } from '../schemas/compile/sources.types.ts';
import { FIELD_STATES, type FieldState } from '../shared/faces/fieldStates.ts';
import { controlsOf, exampleOf, pageFits, PAGE_STATE_NAMES } from '../stories/states.ts';

export interface StoryFile {
  /** below the folder of generated stories */
  path: string;
  text: string;
}

/** All files, in the order of the sidebar. */
export function storyFiles(catalogue: Catalogue): StoryFile[] {
  const appendices = ['ICH', ...catalogue.appendices.map(({ appendix }) => appendix)];
  const pages = catalogue.pageOrder.filter((page) => itemsOf(catalogue, page).length > 0);
  const controls = controlsOf(catalogue);
  return [
    sheetFile(controls),
    languageFile(),
    ...controls.map((control) => controlFile(catalogue, control)),
    ...pages
      .filter((page) => catalogue.pages[page]?.kind !== 'envelope')
      .map((page, place) => pageFile(catalogue, page, place)),
    ...pages.map((page, place) => wholePageFile(catalogue, page, place, appendices)),
    ...pages.flatMap((page, place) => itemFiles(catalogue, page, place, appendices)),
  ];
}

const itemsOf = (catalogue: Catalogue, page: string): CatalogueItem[] =>
  Object.values(catalogue.items)
    .filter((item) => item.page === page)
    .sort((a, b) => a.sort - b.sort);

const titleOf = (catalogue: Catalogue, page: string): string =>
  `${page} ${part(catalogue.pages[page]?.label.en ?? '')}`;

/** A slash would open a level of the sidebar. */
const part = (label: string): string => label.replaceAll('/', ' or ');

interface StoryText {
  exportName: string;
  name?: string;
  args: Record<string, string | boolean>;
  globals?: Record<string, string>;
  tags?: readonly string[];
}

interface FileText {
  title: string;
  component: string;
  from: string;
  /** shared by all stories of the file */
  args?: Record<string, string>;
  tags?: readonly string[];
  underHelpLine?: boolean;
  stories: readonly StoryText[];
}

const quoted = (value: unknown): string => JSON.stringify(value);

/** An object literal with bare names, as the indexer of Storybook reads them. */
const literal = (members: Record<string, unknown>): string =>
  `{ ${Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${quoted(value)}`)
    .join(', ')} }`;

function fileText({ title, component, from, args, tags, underHelpLine, stories }: FileText): string {
  const meta = [
    `title: ${quoted(title)}`,
    `component: ${component}`,
    args && `args: ${quoted(args)}`,
    tags && `tags: ${quoted(tags)}`,
    underHelpLine && 'parameters: underHelpLine',
  ];
  const lines = stories.map(
    ({ exportName, ...story }) => `export const ${exportName}: Story = ${literal({ ...story })};`,
  );
  return [
    '// Made by .storybook/storyFiles.ts from the catalogue: a change here is lost.',
    "import type { Meta, StoryObj } from '@storybook/react-vite';",
    `import { ${component} } from '../../${from}.tsx';`,
    ...(underHelpLine ? ["import { underHelpLine } from '../../PageStory.tsx';"] : []),
    '',
    `const meta: Meta<typeof ${component}> = { ${meta.filter(Boolean).join(', ')} };`,
    'export default meta;',
    `type Story = StoryObj<typeof ${component}>;`,
    '',
    ...lines,
    '',
  ].join('\n');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const LANGUAGE_STORIES = { Korean: 'ko', Japanese: 'ja', Chinese: 'zh' } as const;

/** A story that the tests leave out, because a sheet draws the same beside others and axe runs once over all of it. */
const ON_A_SHEET = ['!test'] as const;

/** States whose row must be open: a story opens it by the focus, and there is one focus in a document. */
const FOCUSED: readonly FieldState[] = ['deletedRow'];

/** A control in each state that the catalogue can bring it into, in each language, and with its help. */
function controlFile(catalogue: Catalogue, control: Control): StoryFile {
  const states = FIELD_STATES.filter((state) => exampleOf(catalogue, control, state) !== null);
  const text = fileText({
    title: `Controls/${control}`,
    component: 'ControlSpecimen',
    from: 'Specimen',
    args: { control },
    stories: [
      ...states.map((state) => ({
        exportName: capital(state),
        args: { state },
        tags: FOCUSED.includes(state) ? undefined : ON_A_SHEET,
      })),
      ...Object.entries(LANGUAGE_STORIES).map(([exportName, language]) => ({
        exportName,
        args: { state: 'value' },
        globals: { language },
        tags: ON_A_SHEET,
      })),
      { exportName: 'Help', args: { state: 'value', focused: true }, globals: { help: 'shown' } },
    ],
  });
  return { path: `controls/${control}.stories.tsx`, text };
}

/** All states of a control on one sheet, with what the catalogue says of the item that shows it best. */
function sheetFile(controls: readonly Control[]): StoryFile {
  const text = fileText({
    title: 'Controls/All states',
    component: 'ControlSheet',
    from: 'ItemSheet',
    stories: controls.map((control) => ({ exportName: capital(control), args: { control } })),
  });
  return { path: 'controls/all-states.stories.tsx', text };
}

/** All controls on one sheet, in each language but English, which the other sheets are in. */
function languageFile(): StoryFile {
  const text = fileText({
    title: 'Controls/All languages',
    component: 'AllControls',
    from: 'AllControls',
    stories: Object.entries(LANGUAGE_STORIES).map(([exportName, language]) => ({
      exportName,
      args: {},
      globals: { language },
    })),
  });
  return { path: 'controls/all-languages.stories.tsx', text };
}

const numbered = (place: number): string => String(place + 1).padStart(2, '0');

/** A page as it stands in the editor, in each state a page can be in. */
function pageFile(catalogue: Catalogue, page: string, place: number): StoryFile {
  const states = PAGE_STATE_NAMES.filter((state) => pageFits(catalogue, page, state));
  const text = fileText({
    title: `Pages/${titleOf(catalogue, page)}`,
    component: 'PageInState',
    from: 'PageInState',
    args: { page },
    underHelpLine: true,
    stories: states.map((state) => ({ exportName: capital(state), args: { state } })),
  });
  return { path: `pages/${numbered(place)}-${page}.stories.tsx`, text };
}

/** All items of a page at once, once for each region: what the tests look at. */
function wholePageFile(
  catalogue: Catalogue,
  page: string,
  place: number,
  appendices: readonly string[],
): StoryFile {
  const text = fileText({
    title: `Items/${titleOf(catalogue, page)}/All items`,
    component: 'PageItems',
    from: 'PageItems',
    args: { page },
    stories: appendices.map((appendix) => ({ exportName: appendix, args: {}, globals: { appendix } })),
  });
  return { path: `whole-pages/${numbered(place)}-${page}.stories.tsx`, text };
}

/** An entry an item, below its page and the rows it stands in, tagged with the regions that show it. */
function itemFiles(
  catalogue: Catalogue,
  page: string,
  place: number,
  appendices: readonly string[],
): StoryFile[] {
  const shownIn = appendices.map((appendix) => ({ appendix, items: forAppendix(catalogue, appendix).items }));
  const byGroup = Map.groupBy(itemsOf(catalogue, page), ({ groups }) => groups.at(-1) ?? '');
  const order = groupsInOrder(catalogue.pages[page]?.layout ?? []);
  const groups = [...byGroup].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return groups.map(([group, items], groupPlace) => {
    const label = catalogue.groups[group]?.label.en;
    const title = `Items/${titleOf(catalogue, page)}/${label ? `${group} ${part(label)}` : 'Not repeated'}`;
    const text = fileText({
      title,
      component: 'ItemSheet',
      from: 'ItemSheet',
      // a test of its own for each item would look at the same field again and again: see `whole-pages`
      tags: ['!test'],
      stories: items.map((item) => ({
        exportName: item.formKey,
        name: `${item.itemId} ${part(item.label.en)}`,
        args: { itemId: item.itemId },
        tags: shownIn.flatMap(({ appendix, items: shown }) => (shown[item.itemId] ? [appendix] : [])),
      })),
    });
    return { path: `items/${numbered(place)}-${page}-${numbered(groupPlace)}.stories.tsx`, text };
  });
}

const groupsInOrder = (layout: readonly LayoutNode[]): string[] =>
  layout.flatMap((node) => {
    if (node.type === 'item') return [];
    const inside = groupsInOrder(node.content);
    return node.type === 'group' ? [node.group, ...inside] : inside;
  });
