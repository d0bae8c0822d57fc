/**
 * Checks the vocabulary: `npm run check:words -- [--update] [--list FOLDER]`. Counts the banned words of docs/words.md in
 * declared names and in comments, by folder. A folder may have as many as scripts/words-allowed.json says, which only
 * shrinks; folders that are not in it have none.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const ALLOWED = 'scripts/words-allowed.json';
const ROOMS = [
  'schemas',
  'shared',
  'machines',
  'src',
  'server',
  'stories',
  'tests',
  'bench',
  'simulation',
  'scripts',
  'proof',
];

/** A term of drug safety (most recent information, C.1.5) that contains a banned word. */
const DOMAIN_TERM = /most_?recent/gi;

interface Use {
  file: string;
  line: number;
  word: string;
}

const guide = readFileSync('docs/words.md', 'utf8');
const names = new Set(listOf('names').split(/\s+/));
const phrases = new RegExp(`\\b(?:${listOf('comments').split('\n').join('|')})\\b`, 'gi');

const args = process.argv.slice(2);
const uses = Map.groupBy(sourceFiles().flatMap(usesOf), ({ file }) => folderOf(file));
const allowed = JSON.parse(readFileSync(ALLOWED, 'utf8')) as Record<string, number>;

if (args[0] === '--list') show(uses.get(args[1] ?? '') ?? []);
else if (args[0] === '--update') update();
else process.exitCode = check();

/** Reports folders with more banned words than allowed; returns the exit code. */
function check(): number {
  const worse = [...uses].filter(([folder, found]) => found.length > (allowed[folder] ?? 0));
  for (const [folder, found] of worse) {
    console.error(`${folder}: ${found.length} banned words, ${allowed[folder] ?? 0} allowed (docs/words.md)`);
    if (!(folder in allowed)) show(found);
    else console.error(`  list them: npm run check:words -- --list ${folder}`);
  }
  return worse.length > 0 ? 1 : 0;
}

/** Lowers the counts to the current ones; never raises one. */
function update(): void {
  const lowered = Object.entries(allowed).flatMap(([folder, max]) => {
    const count = Math.min(max, uses.get(folder)?.length ?? 0);
    return count > 0 ? [[folder, count] as const] : [];
  });
  writeFileSync(ALLOWED, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}

function show(found: readonly Use[]): void {
  for (const { file, line, word } of found) console.error(`  ${file}:${line} ${word}`);
}

/** A room with its first folder: `server/lists`, `shared/e2b`. */
function folderOf(file: string): string {
  const parts = file.split('/');
  return parts.slice(0, parts.length > 2 ? 2 : 1).join('/');
}

function listOf(kind: string): string {
  const block = new RegExp(`^\`\`\`${kind}\\n([^\`]*)\`\`\`$`, 'm').exec(guide)?.[1];
  if (!block) throw new Error(`docs/words.md has no list of ${kind}`);
  return block.trim();
}

/** Without generated files: their names are those of database columns. */
function sourceFiles(): string[] {
  const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...ROOMS]);
  return tracked
    .toString()
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.generated.ts'));
}

/** The banned words of a file, in declared names and comments. */
function usesOf(file: string): Use[] {
  const text = readText(file);
  if (text === null) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Use[] = [];
  const report = (position: number, word: string) =>
    found.push({ file, line: source.getLineAndCharacterOfPosition(position).line + 1, word });
  const visit = (node: ts.Node): void => {
    const name = declaredName(node);
    for (const word of name ? wordsOf(name.text) : [])
      if (names.has(word)) report(name?.getStart(source) ?? 0, word);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const { 0: comment, index } of text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g))
    for (const { 0: phrase, index: at } of comment.matchAll(phrases)) report(index + at, phrase);
  return found;
}

/** A file that is listed but deleted in the work tree has no text. */
function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function declaredName(node: ts.Node): ts.Identifier | null {
  const isDeclaration =
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isMethodDeclaration(node);
  return isDeclaration && node.name && ts.isIdentifier(node.name) ? node.name : null;
}

/** The lower-case words of a name: `MAX_RADIO_CODES`, `itemsTold`. */
function wordsOf(name: string): string[] {
  return name
    .replace(DOMAIN_TERM, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[ _$]+/)
    .map((word) => word.toLowerCase());
}
