/** Opens dialogs that ask for little. Null: closed without an answer. */
import { openDialog } from '../openDialog.ts';
import type { FileDialogOptions } from './FileDialog.tsx';
import type { TableSize } from './tableSize.ts';
import { lazyComponent } from '../../lazy/lazyComponent.tsx';

const FileDialog = lazyComponent(async () => (await import('./FileDialog.tsx')).FileDialog);
const UrlDialog = lazyComponent(async () => (await import('./UrlDialog.tsx')).UrlDialog);
const TableDialog = lazyComponent(async () => (await import('./TableDialog.tsx')).TableDialog);

/** Asks for a file to be uploaded. */
export const askForFile = (options: FileDialogOptions): Promise<File | null> =>
  openDialog<File | null>((onAnswer) => <FileDialog {...options} onAnswer={onAnswer} />, null);

/** Asks for an address; `url` is the initial value. */
export const askForUrl = (url = ''): Promise<string | null> =>
  openDialog<string | null>((onAnswer) => <UrlDialog {...{ url, onAnswer }} />, null);

/** Asks how large a table is to be. */
export const askForTable = (): Promise<TableSize | null> =>
  openDialog<TableSize | null>((onAnswer) => <TableDialog onAnswer={onAnswer} />, null);
