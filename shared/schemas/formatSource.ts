/** Formats JSON in the style of the schema files: two spaces, short values on one line. */
import type { Node } from 'jsonc-parser';
import { parseValid } from '../../schemas/compile/check/parseSource.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';

const WIDTH = 110;
/** characters two columns wide: Hangul, kana, Chinese, their punctuation */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g;
const widthOf = (line: string): number => line.length + (line.match(WIDE)?.length ?? 0);

/**
 * The formatted text; null for invalid JSON. An object stays expanded if its first key is on a line of its own, so
 * the author decides. Files of code lists have one code per line, of any length.
 */
export function formatSource({ file, text }: SourceText): string | null {
  const root = parseValid(text);
  if (!root) return null;
  const page = { text, width: file.startsWith('code-lists/') ? Infinity : WIDTH };
  return `${laidOut(page, root, 0, 0)}\n`;
}

interface Page {
  text: string;
  width: number;
}

/** `used`: characters on the line before the value, and those that must follow it. */
function laidOut(page: Page, node: Node, indent: number, used: number): string {
  const { text, width } = page;
  const children = node.children ?? [];
  if (node.type !== 'object' && node.type !== 'array')
    return text.slice(node.offset, node.offset + node.length);
  const [open, close] = node.type === 'object' ? ['{', '}'] : ['[', ']'];
  if (children.length === 0) return `${open}${close}`;
  const isCodes = width === Infinity && children[0]?.type === 'object';
  if (!isCodes && !mustBreak(text, node)) {
    const line = onOneLine(text, node);
    if (used + widthOf(line) <= width) return line;
  }
  const inner = ' '.repeat(indent + 2);
  const isNumbers = node.type === 'array' && children.every(({ type }) => type === 'number');
  // a comma follows all but the last
  const parts = children.map((child, index) =>
    member(page, child, indent + 2, index + 1 < children.length ? 1 : 0),
  );
  const body = isNumbers ? filled(parts, inner) : parts.map((part) => `${inner}${part}`).join(',\n');
  return `${open}\n${body}\n${' '.repeat(indent)}${close}`;
}

function member(page: Page, node: Node, indent: number, trailing: number): string {
  const [key, value] = node.children ?? [];
  if (node.type !== 'property' || !key || !value) return laidOut(page, node, indent, indent + trailing);
  const name = `${page.text.slice(key.offset, key.offset + key.length)}: `;
  return name + laidOut(page, value, indent, indent + name.length + trailing);
}

/** Fills lines with numbers. */
function filled(parts: readonly string[], inner: string): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 3 <= WIDTH)
      lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(inner + part);
  }
  return lines.join(',\n');
}

function onOneLine(text: string, node: Node): string {
  const children = (node.children ?? []).map((child) => {
    const [key, value] = child.children ?? [];
    return child.type === 'property' && key && value
      ? `${text.slice(key.offset, key.offset + key.length)}: ${onOneLine(text, value)}`
      : onOneLine(text, child);
  });
  if (node.type === 'object') return children.length === 0 ? '{}' : `{ ${children.join(', ')} }`;
  if (node.type === 'array') return `[${children.join(', ')}]`;
  return text.slice(node.offset, node.offset + node.length);
}

/** Objects whose first key is on a line of its own, arrays of several objects or arrays, and their ancestors. */
function mustBreak(text: string, node: Node): boolean {
  const children = node.children ?? [];
  const [first] = children;
  if (node.type === 'object' && first && text.slice(node.offset, first.offset).includes('\n')) return true;
  if (node.type === 'array' && children.length > 1) {
    const isContainer = (type: Node['type']) =>
      children.every((child) => child.type === type && (child.children ?? []).length > 1);
    if (isContainer('object') || isContainer('array')) return true;
  }
  return children.some((child) =>
    mustBreak(text, child.type === 'property' ? (child.children?.[1] ?? child) : child),
  );
}
