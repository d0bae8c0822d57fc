/** Puts the generated stories where Storybook and the tests look for them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { compileCatalogue } from '../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { storyFiles } from './storyFiles.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'stories', 'generated');

/** Writes what differs and removes what nothing stands for any more, so that a second run changes nothing. */
export function writeStories(): void {
  const wanted = storyFiles(compileCatalogue(readSourceTexts()));
  const paths = new Set(wanted.map(({ path }) => path));
  for (const path of written()) if (!paths.has(path)) rmSync(join(FOLDER, path));
  for (const { path, text } of wanted) {
    const file = join(FOLDER, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

const written = (): string[] =>
  existsSync(FOLDER)
    ? readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.stories.tsx'))
        .map((name) => name.split(sep).join('/'))
    : [];
