/** Opens dialogs that ask for little. Null: closed without an answer. */
import { openDialog } from '../openDialog.ts';
import type { FileDialogOptions } from './FileDialog.tsx';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const FileDialog = lazyComponent(async () => (await import('./FileDialog.tsx')).FileDialog);

/** Asks for a file to be uploaded. */
export const askForFile = (options: FileDialogOptions): Promise<File | null> =>
  openDialog<File | null>((onAnswer) => <FileDialog {...options} onAnswer={onAnswer} />, null);
