/** Records which recommended codes were taken for several rows at once, after asking. */
import { lazy } from 'react';
import { updateRecommended, type BodyOf } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { openDialog } from '../dialogs/index.ts';
import type { Update } from './UpdateDialog.tsx';

const UpdateDialog = lazy(async () => ({ default: (await import('./UpdateDialog.tsx')).UpdateDialog }));

interface TakenCodes extends Omit<Update, 'rows'> {
  dictionary: string;
  /** one of each row */
  choices: BodyOf<typeof updateRecommended>['choices'];
}

/** True: confirmed, and recorded. */
export const confirmUpdate = ({ dictionary, choices, ...update }: TakenCodes): Promise<boolean> =>
  openDialog<boolean>(
    (onAnswer) => (
      <UpdateDialog
        update={{ ...update, rows: choices.length }}
        carryOut={() => call(updateRecommended, { params: { dictionary }, body: { choices } })}
        onAnswer={onAnswer}
      />
    ),
    false,
  );
