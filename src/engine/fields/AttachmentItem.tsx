import { useRef, useState } from 'react';
import { fileNameOf } from '../../../shared/case/itemValue.ts';
import { fileProblem } from '../../../shared/entry/acceptedFile.ts';
import { useEngine } from '../page/context.ts';
import { hasControl, type FieldEntry, type FieldProps } from './registry.ts';
import { useUpload } from './useUpload.ts';
import light from './light.module.css';

const KIB = 1024;

/** A file's size as people read it. */
const sizeText = (bytes: number): string =>
  bytes < KIB
    ? `${bytes} B`
    : bytes < KIB * KIB
      ? `${(bytes / KIB).toFixed(1)} KB`
      : `${(bytes / KIB / KIB).toFixed(1)} MB`;

/** A file: its key is the value, its name, size and type stand beside it. */
function AttachmentItem({ item, address, current, readOnly, input, onValue, onNotice }: FieldProps) {
  const { services, session, t } = useEngine();
  const store = useUpload();
  const [busy, setBusy] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const { properties } = current;
  const has = current.value !== null;
  const { 'aria-required': _required, ...ofButton } = input;

  const upload = async (file: File) => {
    const problem = fileProblem(item.file, { mediaType: file.type, size: file.size });
    if (problem) {
      const { types = [], maxKb = 0 } = item.file ?? {};
      onNotice({ message: t(`file.problem.${problem}`, { types: types.join(', '), max: maxKb }) });
      return;
    }
    const placeNow = session.follow(address);
    setBusy(true);
    onNotice(null);
    await store({
      file,
      take: ({ fileKey, ...about }) => session.setValue(placeNow(), fileKey, { fileKey, ...about }),
      onFailure: (message) => onNotice({ message }),
    });
    setBusy(false);
  };

  return (
    <div className={light.choices}>
      {has && (
        <span>
          {fileNameOf(properties)?.fileName ?? current.value}{' '}
          <span className={light.term}>
            {[properties?.mediaType, properties?.size === undefined ? null : sizeText(properties.size)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
      )}
      {has && properties && (
        <button
          type="button"
          className={light.button}
          // read-only, the file has no other button that names the item
          aria-labelledby={readOnly ? `${input['aria-labelledby']} ${input.id}-file` : undefined}
          onClick={() => void services.download(address, properties)}
        >
          <span id={`${input.id}-file`}>{t('file.download')}</span>
        </button>
      )}
      {!readOnly && (
        <>
          <input
            ref={chooser}
            type="file"
            hidden
            tabIndex={-1}
            accept={item.file?.types.join(',')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (file) void upload(file);
            }}
          />
          <button
            {...ofButton}
            aria-labelledby={`${input['aria-labelledby']} ${input.id}-act`}
            type="button"
            className={light.button}
            disabled={busy}
            onClick={() => chooser.current?.click()}
          >
            <span id={`${input.id}-act`}>{t(busy ? 'file.busy' : has ? 'file.replace' : 'file.choose')}</span>
          </button>
          {has && (
            <button type="button" className={light.button} onClick={() => onValue('')}>
              {t('file.remove')}
            </button>
          )}
        </>
      )}
      {readOnly && !has && <span className={light.term}>{t('file.none')}</span>}
    </div>
  );
}

export const attachmentField: FieldEntry = {
  name: 'attachment',
  rank: 1,
  test: hasControl('attachment'),
  Component: AttachmentItem,
  labels: 'group',
};
