/** What speaks against files coming into use: the linter, what the product relies on, and what cases hold already. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import { readsBlinded } from '../../../shared/blinding/inheritBlinding.ts';
import { itemsOfObligations } from '../../../shared/obligations/obligations.ts';
import { isError, type CataloguesWorld } from '../../catalogue/catalogues.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { Language } from '../../http/language.ts';
import { fillPlaceholders } from '../../fillPlaceholders.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import sentences from './findings.json' with { type: 'json' };
import { hasValues } from './schemas.store.ts';

/** What this module needs of the server. */
type CheckFilesWorld = CatalogueWorld & CataloguesWorld & DatabaseWorld;

/** All findings; without errors among them the files may be published for the sponsor. */
export async function checkFiles(
  deps: CheckFilesWorld,
  { sponsorKey, language }: { sponsorKey: number; language: Language },
  files: SourceText[],
): Promise<SourceFinding[]> {
  const { catalogues, catalogue } = deps;
  const found = catalogues.check(files);
  if (found.some(isError)) return found;
  const next = catalogues.compiled(files).whole;
  const roles = lostRoles(catalogues.product.whole, next).map(({ role, name }) =>
    finding(files, name, 'role.lost', { role }, language),
  );
  const exposed = itemsOfObligations(next)
    .filter((itemId) => readsBlinded(next, [itemId]))
    .map((itemId) => finding(files, itemId, 'obligation.blinded', { itemId }, language));
  const moved = movedItems(catalogue.whole, next);
  const held = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const known: typeof moved = [];
    for (const item of moved)
      if (await hasValues(trx, sponsorKey, item.was.page, item.was.itemId)) known.push(item);
    return known;
  });
  return [
    ...found,
    ...roles,
    ...exposed,
    ...held.map(({ was, is }) =>
      finding(
        files,
        is.itemId,
        'item.moved',
        { itemId: is.itemId, place: positionOf(was), next: positionOf(is) },
        language,
      ),
    ),
  ];
}

/** Roles of the standard's items and groups that no item has; roles of a region may disappear with it. */
function lostRoles(product: Catalogue, next: Catalogue): { role: string; name: string }[] {
  const lost = (before: Record<string, string>, after: Record<string, string>) =>
    Object.entries(before).flatMap(([role, name]) => (after[role] ? [] : { role, name }));
  return [
    ...lost(product.roles, next.roles).filter(({ name }) => product.items[name]?.appendix === null),
    ...lost(product.groupRoles, next.groupRoles).filter(
      ({ name }) => product.groups[name]?.appendix === null,
    ),
  ];
}

/** Items that moved to another page or group: their stored values stay at the old address. */
function movedItems(now: Catalogue, next: Catalogue): { was: CatalogueItem; is: CatalogueItem }[] {
  return Object.values(now.items).flatMap((was) => {
    const is = next.items[was.itemId];
    return is && positionOf(is) !== positionOf(was) ? [{ was, is }] : [];
  });
}

const positionOf = ({ page, groups }: CatalogueItem): string => [page, ...groups].join(' › ');

/** At the place where the name is written first; at the beginning of the first file where it is written nowhere. */
function finding(
  files: readonly SourceText[],
  name: string,
  rule: keyof typeof sentences,
  values: Record<string, string>,
  language: Language,
): SourceFinding {
  const quoted = JSON.stringify(name);
  const { file = '', text = '' } = files.find((one) => one.text.includes(quoted)) ?? files[0] ?? {};
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
