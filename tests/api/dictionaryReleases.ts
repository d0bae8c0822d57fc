/** Small releases of dictionaries, and looking terms up in them, for the tests of what is done with terms. */
import { searchDictionary } from '../../shared/contract/index.ts';
import type { LoadedEntry } from '../../server/dictionaries/entry.ts';
import { activateRelease, loadRelease } from '../../server/dictionaries/releases.service.ts';
import type { TermWords } from '../../server/dictionaries/words.ts';
import type { TestServer } from './harness.ts';

/** Who loads and activates. */
export const OPERATOR = 'operator';

/** A term in English, or in several languages; current and without broader ones. */
export const entry = (
  code: string,
  term: string | TermWords,
  more: Partial<LoadedEntry> = {},
): LoadedEntry => ({
  code,
  current: true,
  parents: [],
  columns: {},
  term: typeof term === 'string' ? { en: term } : term,
  ...more,
});

export const releaseOf = (dictionary: string, version: string) => ({
  dictionary,
  version,
  sample: false,
  files: [],
  loaded_by: OPERATOR,
});

/** Loading releases into the server that is started by then. */
export function releasesIn(server: () => Pick<TestServer, 'deps'>) {
  /** Loads a release that waits to be activated. Answers its number. */
  const stage = (dictionary: string, version: string, entries: LoadedEntry[]): Promise<number> =>
    loadRelease(server().deps, releaseOf(dictionary, version), entries);
  return {
    stage,
    bring: async (...release: Parameters<typeof stage>): Promise<void> =>
      activateRelease(server().deps, await stage(...release), OPERATOR),
  };
}

/** Looking terms up in the server that is started by then, as the user of the token. */
export function searchesIn(world: () => { server: Pick<TestServer, 'call'>; token: string }) {
  const ask = (dictionary: string, query: Record<string, unknown> = {}, version = 'any') => {
    const { server, token } = world();
    return server.call(searchDictionary, { token, params: { dictionary, version }, query });
  };
  const search = async (...request: Parameters<typeof ask>) => (await ask(...request)).data;
  return {
    ask,
    search,
    termsFor: async (dictionary: string, keyword: string, query = {}): Promise<string[]> =>
      (await search(dictionary, { keyword, rowCount: 100, ...query })).listInfo.map(({ term }) => term),
  };
}
