/** Records which recommended codes were taken for several rows at once, after asking. */
import { updateRecommended, type BodyOf } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { openDialog } from '../dialogs/index.ts';
import type { Update } from './UpdateDialog.tsx';
import { lazyComponent } from '../lazy/lazyComponent.tsx';

const UpdateDialog = lazyComponent(async () => (await import('./UpdateDialog.tsx')).UpdateDialog);

/** Whose versions the question tells (specification 2-dialogs section 2, "AI coding update confirm"). */
const DICTIONARY_OF = { whoddVersion: 'WHODD', idfVersion: 'IDF' } as const;

interface SelectedCodes extends Pick<Update, 'element'> {
  dictionary: string;
  /** the version of a dictionary that is in use; null: none is */
  versionOf: (dictionary: string) => string | null;
  /** one of each row */
  choices: BodyOf<typeof updateRecommended>['choices'];
}

/** True: confirmed, and recorded. */
export const confirmUpdate = ({ dictionary, choices, element, versionOf }: SelectedCodes): Promise<boolean> =>
  openDialog<boolean>(
    (onAnswer) => (
      <UpdateDialog
        update={{
          element,
          rows: choices.length,
          whoddVersion: versionOf(DICTIONARY_OF.whoddVersion),
          idfVersion: versionOf(DICTIONARY_OF.idfVersion),
        }}
        carryOut={() => call(updateRecommended, { params: { dictionary }, body: { choices } })}
        onAnswer={onAnswer}
      />
    ),
    false,
  );
