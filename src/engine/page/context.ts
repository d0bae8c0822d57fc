/** What every part of the open form may use. One object that changes only with the page, the language or the region. */
import type { UserItemRights } from '../../../shared/access/userItemRights.ts';
import { createContext, useContext, useMemo } from 'react';
import type { TFunction } from 'i18next';
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { addressAt, addressKey, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CodeList, EngineServices, Term } from '../services.ts';
import type { PageSession } from '../session/pageSession.ts';
import type { Conditions } from './conditions.ts';
import type { FormState } from './formState.ts';
import type { Resource } from './resource.ts';

export interface Engine {
  session: PageSession;
  catalogue: Catalogue;
  language: keyof LocalizedText;
  appendix: string | null;
  services: EngineServices;
  readOnly: boolean;
  /** what the user may not see or change */
  rights: UserItemRights;
  form: FormState;
  conditions: Conditions;
  /** by item id */
  codes: Resource<CodeList>;
  /** by `termKey` */
  terms: Resource<Term | null>;
  t: TFunction<'engine'>;
}

/** The row that a field is drawn in. */
export interface RowContext {
  path: RowPath;
  readOnly: boolean;
}

export const EngineContext = createContext<Engine | null>(null);
export const RowContextProvider = createContext<RowContext>({ path: [], readOnly: false });

export function useEngine(): Engine {
  const engine = useContext(EngineContext);
  if (!engine) throw new Error('a field stands outside of a PageForm');
  return engine;
}

interface ItemPlace {
  address: ItemAddress;
  key: string;
  /** no value may be entered here */
  readOnly: boolean;
  /** nor a change be taken back: the page may only be read, or the product says what the item is */
  isFixed: boolean;
}

/** The address of an item in the row it is drawn in, and what may be done there. */
export function useAddress(item: CatalogueItem): ItemPlace {
  const engine = useEngine();
  const row = useContext(RowContextProvider);
  return useMemo(() => {
    const address = addressAt(item.itemId, row.path.slice(0, item.groups.length));
    const isFixed = engine.readOnly || item.computed !== null;
    const readOnly = isFixed || row.readOnly || engine.rights.readOnlyItems.includes(item.itemId);
    return { address, key: addressKey(address), readOnly, isFixed };
  }, [engine.readOnly, engine.rights, item, row]);
}

/** The item drawn beside another one (unit, version, text), or null. */
export const attachedItem = (catalogue: Catalogue, itemId: string | null): CatalogueItem | null =>
  itemId ? (catalogue.items[itemId] ?? null) : null;

/** The id of the input of an address in the document. */
export const inputIdOf = ({ formKey }: CatalogueItem, { rowNo, rowNo2, rowNo3 }: ItemAddress): string =>
  `${formKey}-${rowNo}-${rowNo2}-${rowNo3}`;

/** The id of its second-language text. */
export const notationIdOf = (item: CatalogueItem, address: ItemAddress): string =>
  `${inputIdOf(item, address)}-notation`;

export const termKey = (dictionary: string, version: string | null, code: string): string =>
  `${dictionary}|${version ?? ''}|${code}`;
