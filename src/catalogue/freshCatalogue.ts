/**
 * Applies published schema files without a reload. The new catalogue is fetched beside the current one and replaces
 * it at the next change of page, or at once if the user is idle, but never while they type. Data that depends on the
 * catalogue is then read again.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { catalogueVersion, onCatalogueVersion } from '../api/index.ts';
import { CATALOGUE_KEY, catalogueKey, fetchCatalogue } from './catalogue.queries.ts';

export interface FreshCatalogueWorld {
  queries: QueryClient;
  /** calls the listener when another page was navigated to, before it is drawn */
  onPageChange: (listener: () => void) => void;
  hasUnsavedChanges: () => boolean;
}

/** From now on, for as long as the application runs. */
export function keepCatalogueFresh({ queries, onPageChange, hasUnsavedChanges }: FreshCatalogueWorld): void {
  let waiting: (() => void) | null = null;
  const takeOver = () => {
    waiting?.();
    waiting = null;
  };
  onPageChange(takeOver);
  onCatalogueVersion((version) => {
    waiting = null;
    void catalogueOnScreen(queries).then((read) => {
      // overtaken by a still newer one, or by another sponsor
      if (version !== catalogueVersion()) return;
      waiting = () => replace(queries, read);
      if (!hasUnsavedChanges() && !isTyping()) takeOver();
    });
  });
}

/** The new catalogues of the appendices on the screen; without those that cannot be read now. */
async function catalogueOnScreen(queries: QueryClient): Promise<Catalogue[]> {
  const shown = queries.getQueryCache().findAll({ queryKey: [CATALOGUE_KEY], type: 'active' });
  const read = await Promise.allSettled(shown.map(({ queryKey }) => fetchCatalogue(String(queryKey[1]))));
  return read.flatMap((one) => {
    if (one.status === 'fulfilled') return one.value;
    console.warn('the new catalogue could not be read; it is asked for again at the next page', one.reason);
    return [];
  });
}

function replace(queries: QueryClient, read: readonly Catalogue[]): void {
  const version = catalogueVersion();
  for (const catalogue of read) queries.setQueryData(catalogueKey(catalogue.appendix ?? ''), catalogue);
  const isOld = ({ meta, state }: { meta?: { ofCatalogue?: boolean }; state: { data: unknown } }) =>
    meta?.ofCatalogue === true && (state.data as Partial<Catalogue> | undefined)?.version !== version;
  queries.removeQueries({ type: 'inactive', predicate: isOld });
  void queries.invalidateQueries({ type: 'active', predicate: isOld });
}

/** A field, or a cell that is typed into, has the focus. */
const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
