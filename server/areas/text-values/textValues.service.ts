/** Values that a text of a case states, for its items. The text is read here and goes nowhere else. */
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { addressAt, addressKey } from '../../../shared/case/itemAddress.ts';
import { codeChanges } from '../../../shared/coding/codeChanges.ts';
import type { BodyOf, DataOf, proposeTextValues } from '../../../shared/contract/index.ts';
import { placeValues, type PlacedGroup } from '../../../shared/text-values/placeValues.ts';
import { MAX_TEXT } from '../../../shared/text-values/readText.ts';
import { findVisibleCase, maySee, requireEditable } from '../../cases/record/caseAccess.ts';
import { seenContent } from '../../cases/record/seenContent.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { releaseInUse } from '../../dictionaries/releaseInUse.ts';
import { sourceOf } from '../../dictionaries/layout.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { itemNotFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { namesForTexts } from './namesForTexts.ts';
import { readInTurns } from './readInTurns.ts';

/** What this module needs of the server. */
type TextValuesWorld = CatalogueWorld & ClockWorld & DatabaseWorld;

interface Caller {
  user: SessionUser;
  /** of the region that the user works in */
  appendix: string;
}

interface TextRequest extends BodyOf<typeof proposeTextValues> {
  caseKey: number;
  itemId: string;
}

/** Throws 404 CASE_NOT_FOUND and ITEM_NOT_FOUND, 409 CASE_READ_ONLY. */
export async function proposedValues(
  deps: TextValuesWorld,
  { user, appendix }: Caller,
  { caseKey, itemId, changes, rows }: TextRequest,
): Promise<DataOf<typeof proposeTextValues>> {
  const catalogue = deps.catalogue.forAppendix(appendix);
  const item = Object.hasOwn(catalogue.items, itemId) ? catalogue.items[itemId] : undefined;
  if (item?.fromText !== 'text' || !maySee(deps, user, itemId)) throw itemNotFound(itemId);
  const now = deps.clock.now();
  const { retrievedAt, content, text, names, versions } = await inSponsor(
    deps.db,
    user.sponsorKey,
    async (trx) => {
      const found = await findVisibleCase(trx, user, caseKey);
      requireEditable(found, user);
      const seen = await seenContent(trx, deps, user, { caseKey, edits: { values: changes, rows } });
      const read = textAt(seen, itemId).slice(0, MAX_TEXT);
      return {
        // before its content was read: a save in between is later
        retrievedAt: found.retrieved_at.toISOString(),
        content: seen,
        text: read,
        names: await namesForTexts(trx, deps, { user, catalogue, text: read, now }),
        versions: await versionsOf(trx, deps, catalogue, user),
      };
    },
  );
  const { values, sentences } = await readInTurns(text, names);
  const groups = placeValues(seenBy(deps, user, catalogue), content, values)
    .map((group) => withVersions(group, catalogue, versions))
    .flatMap((group) => writableBy(user, group) ?? []);
  return { retrievedAt, text, sentences, groups };
}

const textAt = ({ values }: CaseContent, itemId: string): string => {
  const key = addressKey(addressAt(itemId, []));
  return values.find((value) => addressKey(value) === key)?.value ?? '';
};

/** Nothing is proposed for items that the user may not see. */
const seenBy = (deps: TextValuesWorld, user: SessionUser, catalogue: Catalogue): Catalogue => ({
  ...catalogue,
  items: Object.fromEntries(Object.entries(catalogue.items).filter(([itemId]) => maySee(deps, user, itemId))),
});

/** Without values for items that roles only show: a save would refuse them. Null: nothing is left, or no name for a new row. */
function writableBy({ readOnlyItems }: SessionUser, group: PlacedGroup): PlacedGroup | null {
  const values = group.values.filter(({ changes }) =>
    changes.every(({ itemId }) => !readOnlyItems.includes(itemId)),
  );
  const isNameless = group.rowNo === 0 && values[0] !== group.values[0];
  return values.length === 0 || isNameless ? null : { ...group, values };
}

/** Versions in use, by the coded item that takes values of texts. */
async function versionsOf(
  trx: Trx,
  deps: TextValuesWorld,
  { items }: Catalogue,
  user: SessionUser,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { itemId, dictionary, fromText } of Object.values(items)) {
    const descriptor = fromText && dictionary ? deps.catalogue.dictionaries[dictionary] : undefined;
    const release = descriptor && (await releaseInUse(trx, user, sourceOf(descriptor)));
    if (release) found.set(itemId, release.version);
  }
  return found;
}

/** A code goes with the version of its dictionary. */
const withVersions = (
  group: PlacedGroup,
  { items }: Catalogue,
  versions: ReadonlyMap<string, string>,
): PlacedGroup => ({
  ...group,
  values: group.values.map((value) => ({
    ...value,
    changes: value.changes.flatMap((change) => {
      const version = versions.get(change.itemId) ?? null;
      const [, ...others] = codeChanges(change, items[change.itemId]?.versionItem ?? null, {
        code: change.value,
        version,
      });
      return [
        change,
        ...others.map((other) => ({
          ...change,
          itemId: other.itemId,
          value: other.value ?? '',
          current: null,
        })),
      ];
    }),
  })),
});
