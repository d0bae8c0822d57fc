/** What speaks against files coming into use: the linter, what the product relies on, and what cases and records hold already. */
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import type { CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import sentences from './findings.json' with { type: 'json' };
import { isReadAlike, typeName, type RetypedItem } from './retypedItems.ts';
import { differentValues, hasValues } from './schemas.store.ts';
import { checkTask } from './schemaTasks.ts';

/** What this module needs of the server. */
type CheckFilesWorld = CatalogueWorld & CataloguesWorld & DatabaseWorld & ThreadsWorld;

/** Who checks, in which language, until their request closes. */
interface Checker {
  user: SessionUser;
  language: Language;
  signal: AbortSignal;
}

/** All findings; without errors among them the files may be published for the sponsor. Runs in a worker thread. */
export async function checkFiles(
  { catalogues, catalogue, db, threads }: CheckFilesWorld,
  { user, language, signal }: Checker,
  files: SourceText[],
): Promise<SourceFinding[]> {
  const { sponsorKey, userKey } = user;
  const { findings, lostRoles, reopened, exposed, moved, retyped } = await threads.run(
    checkTask,
    { files, product: catalogues.product.sources, current: catalogue.sources },
    { userKey, signal },
  );
  const { held, misread } = await inSponsor(db, sponsorKey, async (trx) => {
    const known: typeof moved = [];
    for (const item of moved) if (await hasValues(trx, sponsorKey, item)) known.push(item);
    const others: ((typeof retyped)[number] & { count: number })[] = [];
    for (const item of retyped) {
      const values = await differentValues(trx, sponsorKey, { kind: item.kind, ...item.was.item });
      const count = values.filter((value) => !isReadAlike(value, item)).length;
      if (count > 0) others.push({ ...item, count });
    }
    return { held: known, misread: others };
  });
  return [
    ...findings,
    ...lostRoles.map(({ role, name }) => finding(files, name, 'role.lost', { role }, language)),
    ...reopened.map(({ kind, by, value }) =>
      finding(files, kind, `record.${by}`, { kind, [by]: value }, language),
    ),
    ...exposed.map((itemId) => finding(files, itemId, 'obligation.blinded', { itemId }, language)),
    ...held.map(({ itemId, place, next }) =>
      finding(files, itemId, 'item.moved', { itemId, place, next }, language),
    ),
    ...misread.map((item) => retypedFinding(files, item, language)),
  ];
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
    return finding(
      written(`code-lists/${codeList}.codes.json`),
      codeList,
      'code.exchanged',
      { ...values, codeList },
      language,
    );
  return finding(written(`appendices/${appendix}.appendix.json`), itemId, 'item.retyped', values, language);
}

/** Where the item is declared, else where the name is written first; at the beginning of the first file where it is written nowhere. */
function finding(
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
