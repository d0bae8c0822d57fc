/** Shows the entry behind a code. What it asked for once it does not ask for again: only another code is loaded. */
import type { QueryClient } from '@tanstack/react-query';
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import { columnsIn, dictionaryQuery } from '../catalogue/lookUp.ts';
import { termQuery } from '../catalogue/terms.queries.ts';
import { wordsIn } from '../catalogue/words.ts';
import { openDialog } from '../dialogs/index.ts';
import type { EntryRequest } from '../engine/index.ts';
import { showFailure } from '../feedback/showFailure.ts';
import type { Language } from '../i18n/index.ts';
import { lazyComponent } from '../lazy/lazyComponent.tsx';

const EntryDialog = lazyComponent(async () => (await import('./EntryDialog.tsx')).EntryDialog);

/** True if the user wants to search the dictionary from here. Reports a failure to the user. */
export async function showEntry(
  queries: QueryClient,
  request: EntryRequest,
  language: Language,
): Promise<boolean> {
  try {
    const [state, entry] = await Promise.all([
      queries.ensureQueryData(dictionaryQuery(request.dictionary)),
      queries.fetchQuery(termQuery(request, language)),
    ]);
    const descriptor = state.descriptor as DictionaryDescriptor;
    const details = columnsIn(descriptor, language).map(({ key, label }) => ({
      label,
      value: entry?.columns[key] ?? null,
    }));
    const of = [wordsIn(descriptor.label, language), entry?.version].filter(Boolean).join(' ');
    return await openDialog<boolean>(
      (onAnswer) => (
        <EntryDialog
          {...{ of, details, onAnswer }}
          sample={entry?.sample ?? false}
          width={descriptor.details?.dialogWidth}
        />
      ),
      false,
    );
  } catch (error) {
    showFailure(error);
    return false;
  }
}
