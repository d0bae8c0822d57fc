/**
 * Vite plugin: compiles the structure of the edits of each delivered page to code, so that the browser evaluates nothing
 * under the content security policy. `virtual:edits-validators` loads the validator of a page by itself.
 */
import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js';
import type { Plugin } from 'vite';
import { compileCatalogue } from '../schemas/compile/compileCatalogue.ts';
import { toEditsSchema } from '../schemas/compile/editsSchema.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';

const INDEX = 'virtual:edits-validators';
const PAGE = `${INDEX}/`;
/** marks a module as this plugin's alone */
const OWN = '\0';

/** ajv counts characters with a function of its own, which it requires as CommonJS. */
const COUNTING = /require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g;

export function editsValidators(): Plugin {
  let compiled: ReturnType<typeof compileCatalogue> | undefined;
  const catalogueOf = () => (compiled ??= compileCatalogue(readSourceTexts()));
  return {
    name: 'edits-validators',
    resolveId: (id) => (id === INDEX || id.startsWith(PAGE) ? OWN + id : null),
    load(id) {
      if (id === OWN + INDEX) return indexCode(catalogueOf());
      if (id.startsWith(OWN + PAGE)) return validatorCode(catalogueOf(), id.slice((OWN + PAGE).length));
      return null;
    },
  };
}

const indexCode = ({ filesVersion, pageOrder }: ReturnType<typeof compileCatalogue>): string =>
  [
    `export const filesVersion = ${JSON.stringify(filesVersion)};`,
    'export const validators = {',
    ...pageOrder.map((page) => `  ${JSON.stringify(page)}: () => import(${JSON.stringify(PAGE + page)}),`),
    '};',
  ].join('\n');

/** The code of one page; throws if it would still require or evaluate anything. */
export function validatorCode(catalogue: ReturnType<typeof compileCatalogue>, page: string): string {
  const code = compileSchemaValidatorsCode(toEditsSchema(catalogue, page) as object, {
    ajvOptionsOverrides: { verbose: false, inlineRefs: false, code: { esm: true, lines: false } },
    ajvFormatOptions: false,
  }).replace(COUNTING, '((text) => [...text].length)');
  if (/\brequire\(|\beval\(|new Function/.test(code))
    throw new Error(`the validator of page ${page} cannot run in the browser`);
  return code;
}
