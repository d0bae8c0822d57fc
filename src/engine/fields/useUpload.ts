/** Uploads that outlive the page they were begun on. */
import type { ItemProperties } from '../../../shared/case/itemValue.ts';
import { showError } from '../../components/index.ts';
import { useIsDrawn } from '../../components/useIsDrawn.ts';
import { useEngine } from '../page/context.ts';

export type StoredFile = ItemProperties & { fileKey: string };

interface Upload {
  file: File;
  /** writes the stored file into the page */
  take: (stored: StoredFile) => void;
  /** called with a message for the user while the page is open; a page that was left shows it as an error */
  onFailure: (message: string) => void;
}

/** Stores a file; the page counts as unsaved until it is there. Never rejects. */
export function useUpload(): (upload: Upload) => Promise<void> {
  const { services, session, t } = useEngine();
  const isOpen = useIsDrawn();
  return ({ file, take, onFailure }) =>
    session.whilePending(async () => {
      try {
        take(await services.upload(file));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        const message = t('file.failed', { name: file.name, why });
        if (isOpen()) onFailure(message);
        else showError(message);
      }
    });
}
