/** A new item has a story without anybody writing one. */
import { expect, it } from 'vitest';
import { storyFiles } from '../../.storybook/storyFiles.ts';
import { compileCatalogue } from '../../schemas/compile/compileCatalogue.ts';
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { readSourceTexts } from '../../server/catalogue/readSourceTexts.ts';

const sources = readSourceTexts();
const catalogue = compileCatalogue(sources);
const files = storyFiles(catalogue);
const ofFolder = (folder: string) => files.filter(({ path }) => path.startsWith(`${folder}/`));
const textOf = (folder: string) =>
  ofFolder(folder)
    .map(({ text }) => text)
    .join('\n');
const itemIdsIn = (text: string) => [...text.matchAll(/args: \{"itemId":"([^"]+)"\}/g)].map(([, id]) => id);

it('gives every item of every region an entry of its own, exactly once', () => {
  expect(itemIdsIn(textOf('items')).toSorted()).toEqual(Object.keys(catalogue.items).toSorted());
});

it('tags an item with the regions that show it', () => {
  const tagged = (appendix: string) =>
    [...textOf('items').matchAll(/"itemId":"([^"]+)"\}, tags: (\[[^\]]*\])/g)]
      .filter(([, , tags = '[]']) => (JSON.parse(tags) as string[]).includes(appendix))
      .map(([, id]) => id);
  for (const appendix of ['ICH', ...catalogue.appendices.map(({ appendix: name }) => name)])
    expect(tagged(appendix).toSorted()).toEqual(
      Object.keys(forAppendix(catalogue, appendix).items).toSorted(),
    );
});

it('shows every control in every state it can be in, and in each language', () => {
  for (const control of new Set(Object.values(catalogue.items).map((item) => item.control))) {
    const text = files.find(({ path }) => path === `controls/${control}.stories.tsx`)?.text ?? '';
    for (const state of ['empty', 'value', 'error', 'warning', 'info', 'readOnly', 'blinded'])
      expect(text).toContain(`args: {"state":"${state}"}`);
    for (const language of ['ko', 'ja', 'zh']) expect(text).toContain(`globals: {"language":"${language}"}`);
    expect(text).toContain('globals: {"help":"shown"}');
  }
});

it('tests the controls on sheets, and alone where they need the focus', () => {
  const sheet = (name: string) =>
    files.find(({ path }) => path === `controls/${name}.stories.tsx`)?.text ?? '';
  for (const control of new Set(Object.values(catalogue.items).map((item) => item.control))) {
    expect(sheet('all-states')).toContain(`args: {"control":"${control}"}`);
    const alone = sheet(control)
      .split('\n')
      .flatMap((line) => (line.includes('"!test"') ? [] : (/^export const (\w+)/.exec(line)?.[1] ?? [])));
    expect(alone.filter((name) => name !== 'DeletedRow')).toEqual(['Help']);
  }
  for (const language of ['ko', 'ja', 'zh'])
    expect(sheet('all-languages')).toContain(`globals: {"language":"${language}"}`);
  expect(sheet('all-states') + sheet('all-languages')).not.toContain('!test');
});

it('gives no two stories one address', () => {
  const ids = files.flatMap(({ text }) => {
    const title = /title: "([^"]+)"/.exec(text)?.[1];
    return [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) =>
      `${title}--${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
    );
  });
  expect(new Set(ids).size).toBe(ids.length);
});

it('has the item that an analyst adds, and writes the same files each time', () => {
  const file = 'appendices/KR.appendix.json';
  const added = sources.map((source) => {
    if (source.file !== file) return source;
    const appendix = JSON.parse(source.text) as { items: Record<string, unknown>[] };
    const [first] = appendix.items;
    return {
      file,
      text: JSON.stringify({
        ...appendix,
        items: [...appendix.items, { ...first, itemId: 'MFDS.X.1', role: undefined, e2b: undefined }],
      }),
    };
  });
  const more = storyFiles(compileCatalogue(added));
  expect(itemIdsIn(more.map(({ text }) => text).join('\n'))).toContain('MFDS.X.1');
  expect(storyFiles(compileCatalogue(sources))).toEqual(files);
});
