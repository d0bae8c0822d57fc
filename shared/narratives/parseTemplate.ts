/**
 * Parses the text of a narrative template:
 *
 *   {E.i.4}  {E.i.2.1b|list|lower}         the value of an item
 *   {if EXPRESSION} ... {else} ... {end}   a condition, in the language of the schema files
 *   {each GROUP} ... {end}                 once for each row
 *   {each GROUP when EXPRESSION} ... {end} once for each row that meets the condition
 *   {{  }}                                 braces
 *
 * A line with nothing but one of `if`, `else`, `each` and `end` is no line of the text.
 */
import { FORMATS, type Format, type ParsedTemplate, type TemplateNode } from './template.types.ts';
import type { ProblemId, TemplateProblem } from './template.types.ts';

interface Tag {
  start: number;
  end: number;
  /** between the braces, without spaces around it */
  content: string;
  contentOffset: number;
}

interface OpenBlock {
  tag: Tag | null;
  word: string;
  node: Extract<TemplateNode, { kind: 'if' | 'each' }> | null;
  /** where the nodes go */
  into: TemplateNode[];
  hasElse: boolean;
}

const BLOCK_WORD = /^(if|else|each|end)(?=\s|$)/;
const EACH = /^each\s+(\S+)(?:\s+(when)(?=\s|$)\s*([^]*))?$/;

export function parseTemplate(text: string): ParsedTemplate {
  const root: TemplateNode[] = [];
  const open: OpenBlock[] = [{ tag: null, word: '', node: null, into: root, hasElse: false }];
  const problems: TemplateProblem[] = [];
  const report = (id: ProblemId, offset: number, values: TemplateProblem['values'] = {}): void =>
    void problems.push({ id, severity: 'error', offset, values });
  const around = (): OpenBlock =>
    open.at(-1) ?? { tag: null, word: '', node: null, into: root, hasElse: false };
  const words = (from: number, to: number): void => {
    if (to > from) around().into.push({ kind: 'words', offset: from, text: unescaped(text.slice(from, to)) });
  };

  let at = 0;
  for (let tag = tagAfter(text, at); tag; tag = tagAfter(text, at)) {
    if (tag.end < 0) {
      report('tagUnclosed', tag.start);
      at = text.length;
      break;
    }
    const [, word] = BLOCK_WORD.exec(tag.content) ?? [];
    const line = word === undefined ? null : ownLine(text, tag);
    words(at, Math.max(at, line?.start ?? tag.start));
    at = line?.end ?? tag.end;
    if (word === undefined) takeValue(tag);
    else if (word === 'end') takeEnd(tag);
    else if (word === 'else') takeElse(tag);
    else takeBlock(tag, word);
  }
  words(at, text.length);
  for (const { tag, word } of open.slice(1)) if (tag) report('unclosed', tag.start, { block: word });
  return { nodes: root, problems };

  function takeValue({ start, content, contentOffset }: Tag): void {
    const [itemId = '', ...formats] = content.split('|').map((part) => part.trim());
    if (itemId === '') return report('tagEmpty', start);
    const unknown = formats.filter((format) => !isFormat(format));
    for (const format of unknown)
      report('unknownFormat', contentOffset, { format, formats: FORMATS.join(', ') });
    around().into.push({ kind: 'value', offset: start, itemId, formats: formats.filter(isFormat) });
  }

  function takeBlock(tag: Tag, word: string): void {
    const node = word === 'if' ? conditionOf(tag) : rowsOf(tag);
    around().into.push(node);
    open.push({ tag, word, node, into: node.kind === 'if' ? node.met : node.body, hasElse: false });
  }

  function conditionOf({ start, content, contentOffset }: Tag): Extract<TemplateNode, { kind: 'if' }> {
    const when = content.slice('if'.length).trim();
    if (when === '') report('tagEmpty', start);
    const whenOffset = contentOffset + content.lastIndexOf(when);
    return { kind: 'if', offset: start, when, whenOffset, met: [], unmet: [] };
  }

  function rowsOf({ start, content, contentOffset }: Tag): Extract<TemplateNode, { kind: 'each' }> {
    const [, group = '', condition, when = ''] = EACH.exec(content) ?? [];
    if (group === '' || (condition !== undefined && when === '')) report('tagEmpty', start);
    const whenOffset = contentOffset + content.length - when.length;
    return { kind: 'each', offset: start, group, when: when === '' ? null : when, whenOffset, body: [] };
  }

  function takeElse({ start }: Tag): void {
    const block = around();
    if (block.node?.kind !== 'if' || block.hasElse) return report('elseWithoutIf', start);
    block.hasElse = true;
    block.into = block.node.unmet;
  }

  function takeEnd({ start }: Tag): void {
    if (open.length === 1) report('endWithoutBlock', start);
    else open.pop();
  }
}

const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name);

const unescaped = (words: string): string => words.replaceAll('{{', '{').replaceAll('}}', '}');

/** The next tag; `end` is -1 where it is not closed. Braces in the texts of an expression do not close it. */
function tagAfter(text: string, from: number): Tag | null {
  let start = text.indexOf('{', from);
  while (start >= 0 && text[start + 1] === '{') start = text.indexOf('{', start + 2);
  if (start < 0) return null;
  let quote = '';
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '}') {
      const inside = text.slice(start + 1, at);
      const content = inside.trim();
      const contentOffset = start + 1 + inside.length - inside.trimStart().length;
      return { start, end: at + 1, content, contentOffset };
    }
  }
  return { start, end: -1, content: '', contentOffset: start };
}

/** The line of a tag that is alone on it, with its line break. */
function ownLine(text: string, tag: Tag): { start: number; end: number } | null {
  const start = text.lastIndexOf('\n', tag.start - 1) + 1;
  const lineBreak = text.indexOf('\n', tag.end);
  const end = lineBreak < 0 ? text.length : lineBreak;
  const isAlone = `${text.slice(start, tag.start)}${text.slice(tag.end, end)}`.trim() === '';
  return isAlone ? { start, end: Math.min(end + 1, text.length) } : null;
}
