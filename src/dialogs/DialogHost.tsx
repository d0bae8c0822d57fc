/** Where dialogs that are opened by a call are drawn. One of it is in the frame; it closes what is open when it goes. */
import { Suspense, useEffect } from 'react';
import { useSelector } from '@xstate/react';
import { ErrorArea } from '../feedback/ErrorArea.tsx';
import { closeDialog, openedDialog } from './openDialog.ts';

export function DialogHost() {
  const shown = useSelector(openedDialog, ({ context }) => context.subject);
  useEffect(() => closeDialog, []);
  if (!shown) return null;
  return (
    <ErrorArea key={shown.number} kind="dialog" onClose={closeDialog}>
      <Suspense fallback={null}>{shown.draw()}</Suspense>
    </ErrorArea>
  );
}
