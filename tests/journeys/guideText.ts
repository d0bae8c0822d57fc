/** Reads the analyst's guide: what it asks to type, and the answers it promises. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const GUIDE = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'analysts-guide.md'), 'utf8');

/** The JSON snippet of a name, marked in the guide by three backquotes: json NAME. */
export function snippet(name: string): string {
  const text = new RegExp(`^\`\`\`json ${name}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(GUIDE)?.[1];
  if (text === undefined) throw new Error(`the guide has no JSON called ${name}`);
  return text.trimEnd();
}

/** The rows of every table of the guide that has this head; cells without their backquotes. */
export function tableRows(...head: string[]): string[][] {
  const lines = GUIDE.split('\n');
  return lines.flatMap((line, at) => {
    if (line !== `| ${head.join(' | ')} |`) return [];
    const rest = lines.slice(at + 2);
    const end = rest.findIndex((row) => !row.startsWith('|'));
    return rest.slice(0, end === -1 ? undefined : end).map(cellsOf);
  });
}

/** A `|` inside a cell is written `\|`. */
const cellsOf = (row: string): string[] =>
  row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replaceAll('\\|', '|')
        .replace(/^`(.*)`$/, '$1'),
    );

const EMPTY = `{
  "$schema": "../meta/appendix.schema.json",
  "appendix": "QN",
  "authority": "NVA",
  "label": { "en": "Novaria (NVA)", "ko": "노바리아(NVA)", "ja": "ノバリア（NVA）", "zh": "诺瓦利亚（NVA）" },
  "items": [],
  "groups": [],
  "overlays": {},
  "codeLists": [],
  "containers": [],
  "rules": []
}
`;

/** The appendix at the end of the guide. */
export function finishedAppendix(): string {
  const items = ['registration', 'noticed', 'condition', 'computed'].map(snippet).join(',\n');
  const into = (text: string, list: string, content: string) => text.replace(list, () => list + content);
  return [
    ['"items": [', items],
    ['"groups": [', snippet('group')],
    ['"overlays": {', snippet('overlays')],
    ['"codeLists": [', snippet('noticed-list')],
    ['"containers": [', snippet('container')],
    ['"rules": [', snippet('rule')],
    ['"itemId": "C.1.QN.1",', `${snippet('e2b')},`],
  ].reduce((text, [list = '', content = '']) => into(text, list, content), EMPTY);
}
