import { Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/Dialog.tsx';
import { chordText } from '../../keys/chords.ts';
import { KEYS, type KeyScope } from '../../keys/keyTable.ts';
import classes from './KeyMapDialog.module.css';

const SCOPES = [
  'field',
  'row',
  'page',
  'case',
  'list',
  'coding',
  'everywhere',
] as const satisfies readonly KeyScope[];

interface KeyMapDialogProps {
  bySign: boolean;
  onBySign: (bySign: boolean) => void;
  onClose: () => void;
}

/** All keys, by where they work. */
export function KeyMapDialog({ bySign, onBySign, onClose }: KeyMapDialogProps) {
  const { t } = useTranslation('keys');
  return (
    <Dialog size="xl" onClose={onClose} title={t('title')}>
      <div className={classes.map}>
        {SCOPES.map((scope) => (
          <section key={scope} aria-labelledby={`keys-${scope}`}>
            <h3 id={`keys-${scope}`} className={classes.scope}>
              {t(`scopes.${scope}`)}
            </h3>
            <dl className={classes.keys}>
              {KEYS.filter((entry) => entry.scope === scope).map(({ id, chords }) => (
                <div key={id} className={classes.key}>
                  <dt>{t(`actions.${id}`)}</dt>
                  <dd>
                    {chords.map((chord) => (
                      <kbd key={chord} className={classes.chord}>
                        {chordText(chord)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        mt="md"
        label={t('bySign')}
        checked={bySign}
        onChange={({ currentTarget: { checked } }) => onBySign(checked)}
      />
    </Dialog>
  );
}
