/** What of the fields that change cannot be read or is not heard. */
import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { faultTexts } from '../panels/faceWords.ts';
import type { FaceCheck } from './useFaceCheck.ts';

/** More than that are not read one by one. */
const SHOWN = 20;

export function FaceFaults({ check }: { check: FaceCheck }) {
  const { t } = useTranslation('studio');
  const { isRunning, hasFailed, progress, result, faults } = check;
  if (hasFailed) return <Alert color="red">{t('faces.failed')}</Alert>;
  if (isRunning) return <p role="status">{t('faces.measuring', progress ?? { done: 0, total: '…' })}</p>;
  if (!result) return null;
  const texts = faultTexts(faults, t);
  return (
    <>
      <p role="status">{t('faces.measured', { count: result.faces, faults: faults.length })}</p>
      {texts.length > 0 && (
        <ul aria-label={t('tabs.faces')}>
          {texts.slice(0, SHOWN).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  );
}
