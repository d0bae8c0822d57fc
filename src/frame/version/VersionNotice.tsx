/** On each page change, and when the connection is back: was another version deployed? Then reload, or ask. */
import { Button, Group } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeepsEdits } from '../../journal/index.ts';
import { Notice } from '../../feedback/Notice.tsx';
import { reloadAtRequested } from '../../app-context/reload.ts';
import { isTextHeld } from '../../components/heldTexts.ts';
import { hasUnsavedChanges, useHasUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { rememberLater, rememberReload, verdictOn } from './deployment.ts';
import { readVersion } from './readVersion.ts';
import { runningVersion } from './runningVersion.ts';

const reloadFor = (deployed: string): void => {
  rememberReload(deployed);
  void reloadAtRequested();
};

/** The version to ask the user about. `occasion` changes when it is time to look. */
function useOfferedVersion(occasion: string): [string | null, (next: null) => void] {
  const [version, setVersion] = useState<string | null>(null);
  useEffect(() => {
    let left = false;
    readVersion().then(
      (deployed) => {
        if (left) return;
        const verdict = verdictOn({
          running: runningVersion(deployed),
          deployed,
          dirty: hasUnsavedChanges() || isTextHeld(),
        });
        if (verdict === 'reload') reloadFor(deployed);
        else setVersion(verdict === 'ask' ? deployed : null);
      },
      (error: unknown) => console.warn('the version file could not be read', error),
    );
    return () => {
      left = true;
    };
  }, [occasion]);
  return [version, setVersion];
}

export function VersionNotice({ occasion }: { occasion: string }) {
  const { t } = useTranslation('failures');
  const keepsEdits = useKeepsEdits();
  const dirty = useHasUnsavedChanges();
  const [version, setVersion] = useOfferedVersion(occasion);
  const later = () => {
    if (version) rememberLater(version);
    setVersion(null);
  };
  return (
    // there before its words, so that they are read out
    <div role="status">
      {version && (
        <Notice tone="warning" icon={<IconRefresh size={15} aria-hidden />}>
          <Group gap="sm">
            <span>
              <strong>{t('version.title')}</strong>{' '}
              {dirty && t(keepsEdits ? 'version.kept' : 'version.notKept')}
            </span>
            {(keepsEdits || !dirty) && (
              <Button size="compact-sm" onClick={() => reloadFor(version)}>
                {t('version.reload')}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={later}>
              {t('version.later')}
            </Button>
          </Group>
        </Notice>
      )}
    </div>
  );
}
