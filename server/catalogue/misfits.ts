/** Stored values that files do not fit: the files must not come into use. */
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { fillPlaceholders } from '../fillPlaceholders.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';
import sentences from './findings.json' with { type: 'json' };
import { differentValues, hasValues } from './heldValues.store.ts';
import type { Rearranged } from './rearranged.ts';
import { isReadAlike, typeName, type RetypedItem } from './retypedItems.ts';

/** What the values of a sponsor's cases and records, of any version, say against the files. */
export async function misfits(
  trx: Trx,
  sponsorKey: number,
  { moved, retyped }: Rearranged,
  files: readonly SourceText[],
  language: Language,
): Promise<SourceFinding[]> {
  const found: SourceFinding[] = [];
  for (const item of moved) {
    const { itemId, place, next } = item;
    if (await hasValues(trx, sponsorKey, item))
      found.push(placedFinding(files, itemId, 'item.moved', { itemId, place, next }, language));
  }
  for (const item of retyped) {
    const values = await differentValues(trx, sponsorKey, { kind: item.kind, ...item.was.item });
    const count = values.filter((value) => !isReadAlike(value, item)).length;
    if (count > 0) found.push(retypedFinding(files, { ...item, count }, language));
  }
  return found;
}

/** The values themselves may be hidden from who publishes. */
function retypedFinding(
  files: readonly SourceText[],
  { was, is, appendix, count }: RetypedItem & { count: number },
  language: Language,
): SourceFinding {
  const { itemId, codeList } = is.item;
  const types = { was: typeName(was.item), is: typeName(is.item) };
  const values = { itemId, count: String(count), ...types };
  const written = (name: string): readonly SourceText[] => {
    const own = files.filter(({ file }) => file === name);
    return own.length > 0 ? own : files;
  };
  if (types.was === types.is && codeList !== null)
    return placedFinding(
      written(`code-lists/${codeList}.codes.json`),
      codeList,
      'code.exchanged',
      { ...values, codeList },
      language,
    );
  return placedFinding(
    written(`appendices/${appendix}.appendix.json`),
    itemId,
    'item.retyped',
    values,
    language,
  );
}

/** Where the item is declared, else where the name is written first; at the beginning of the first file where it is written nowhere. */
export function placedFinding(
  files: readonly SourceText[],
  name: string,
  rule: keyof typeof sentences,
  values: Record<string, string>,
  language: Language,
): SourceFinding {
  const quoted = JSON.stringify(name);
  const holding = (part: string) => files.find(({ text }) => text.includes(part));
  const { file = '', text = '' } =
    holding(`"itemId": ${quoted}`) ?? holding(`"record": ${quoted}`) ?? holding(quoted) ?? files[0] ?? {};
  const before = text.slice(0, Math.max(0, text.indexOf(quoted)));
  const message = fillPlaceholders(sentences[rule][language], values);
  return {
    file,
    line: before.split('\n').length,
    column: before.length - before.lastIndexOf('\n'),
    severity: 'error',
    rule,
    message,
  };
}
