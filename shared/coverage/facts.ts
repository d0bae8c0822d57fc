/** Facts of the compiled catalogue about an item or group, in the vocabulary of coverage claims. */
import type { Catalogue, CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { E2bContainer } from '../../schemas/e2b/e2b.types.ts';
import { conformanceFor } from '../rules/itemFindings.ts';
import type { CatalogueClaim, ClaimedFacts } from './coverage.types.ts';

/** The data that claims are checked against. `catalogue` is the region's (`forAppendix`). */
export interface FactWorld {
  catalogue: Catalogue;
  codeLists: Record<string, CodeList>;
  containers: E2bContainer[];
  authority: string;
}

type FactReader = (item: CatalogueItem, world: FactWorld, claim: CatalogueClaim) => unknown;

const ITEM_FACTS: Record<Exclude<keyof ClaimedFacts, 'absent' | 'minRows' | 'maxRows'>, FactReader> = {
  required: ({ required }, { authority }, { profile }) =>
    profile === undefined
      ? (required[authority] ?? required['ICH'])
      : conformanceFor(required, authority, profile),
  control: ({ control }) => control,
  maxLength: ({ maxLength }) => maxLength,
  nullFlavors: ({ nullFlavors }) => nullFlavors.toSorted(),
  codes: (item, world) => offeredCodes(item, world).toSorted(),
  includes: (item, world, { includes = [] }) => {
    const offered = new Set(offeredCodes(item, world));
    return includes.filter((code) => offered.has(code)).toSorted();
  },
  codeList: ({ codeList }) => codeList,
  dictionary: ({ dictionary }) => dictionary,
  leastPrecision: ({ precision }) => precision?.min,
  futureAllowed: ({ futureAllowed }) => futureAllowed,
  decimals: ({ number }) => number?.decimals,
  min: ({ number }) => number?.min,
  max: ({ number }) => number?.max,
  unitOf: ({ unitOf }) => unitOf,
  versionOf: ({ versionOf }) => versionOf,
  e2b: (item, { containers }, { e2b = [] }) => {
    const locations = locationNames(item, containers);
    return e2b.filter((word) => locations.has(word)).toSorted();
  },
};

const offeredCodes = ({ codeList }: CatalogueItem, { codeLists }: FactWorld): string[] =>
  codeLists[codeList ?? '']?.codes.flatMap(({ code, deleted }) => (deleted ? [] : [code])) ?? [];

/** The false parts of a claim, one sentence each; empty if all are true. */
export function falseFacts(claim: CatalogueClaim, world: FactWorld): string[] {
  const { item: itemId, profile: _profile, absent, minRows, maxRows, ...facts } = claim;
  const item = world.catalogue.items[itemId];
  if (absent) return item ? [`${itemId} is there in the region`] : [];
  const ofRows = { minRows, maxRows };
  return [
    ...differences(itemId, facts, (fact) =>
      item ? ITEM_FACTS[fact as keyof typeof ITEM_FACTS](item, world, claim) : 'no such item',
    ),
    ...differences(itemId, ofRows, (fact) => {
      const group = world.catalogue.groups[itemId];
      return group ? group[fact === 'minRows' ? 'min' : 'max'] : 'no such group';
    }),
    ...(Object.values({ ...facts, ...ofRows }).every((fact) => fact === undefined)
      ? [`nothing is claimed of ${itemId}`]
      : []),
  ];
}

function differences(itemId: string, claimed: object, read: (fact: string) => unknown): string[] {
  return Object.entries(claimed).flatMap(([fact, claim]) => {
    if (claim === undefined) return [];
    const expected = asJson(Array.isArray(claim) ? claim.toSorted() : claim);
    const found = asJson(read(fact));
    return expected === found ? [] : [`${itemId}: ${fact} is ${found}, not ${expected}`];
  });
}

const asJson = (fact: unknown): string => JSON.stringify(fact ?? null);

/** Every name and OID of the item's locations in the message, including those of the enclosing containers. */
function locationNames({ e2b }: CatalogueItem, containers: E2bContainer[]): Set<string> {
  const byName = new Map(containers.map((container) => [container.container, container]));
  const words = new Set<string>();
  const seen = new Set<string>();

  function read(part: unknown): void {
    for (const word of JSON.stringify(part).match(/[\w.:-]+/g) ?? []) words.add(word);
  }
  function climb(name: string): void {
    if (seen.has(name)) return;
    seen.add(name);
    const container = byName.get(name);
    if (!container) return;
    read({ path: container.path, is: container.is, or: container.or, write: container.write });
    for (const outer of [container.in ?? []].flat()) climb(outer);
  }

  for (const slot of e2b) {
    read(slot);
    for (const name of slot.in.split('.')) climb(name);
  }
  return words;
}
