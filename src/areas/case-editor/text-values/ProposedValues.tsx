/** Proposed values beside the text: the sentence of the one in focus is lit; accepted ones are saved together. */
import { Button, Group } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SAVE_REASONS } from '../../../../machines/save/save.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import type { ProposedGroup } from '../../../../shared/contract/index.ts';
import { acceptedKeys } from '../../../../shared/text-values/stagedValues.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { useLabels } from '../../../catalogue/useLabels.ts';
import { ReasonDialog, showSuccess } from '../../../components/index.ts';
import { reasonProps } from '../../../feedback/reasonProps.ts';
import { failureText } from '../../../feedback/showFailure.ts';
import { useReasons } from '../../../session/ownReasons.ts';
import { useCaseRoute } from '../caseRoute.ts';
import type { CaseEdits } from '../unsaved/caseEdits.ts';
import { LitText } from './LitText.tsx';
import { ProposedRow } from './ProposedRow.tsx';
import classes from './textValues.module.css';
import { useTextValues, type TextValues } from './useTextValues.ts';

interface ProposedValuesProps {
  catalogue: Catalogue;
  edits: CaseEdits;
  itemId: string;
  /** values of a text are saved after it */
  isTextSaved: boolean;
}

export function ProposedValues({ catalogue, edits, itemId, isTextSaved }: ProposedValuesProps) {
  const { t } = useTranslation(['textValues', 'editor']);
  const { caseKey } = useCaseRoute();
  const reasons = useReasons(
    'edit',
    SAVE_REASONS.map((reason) => ({ value: reason, label: t(`editor:save.reasons.${reason}`) })),
  );
  const onSaved = (count: number) => showSuccess(t('saved', { count }));
  const values = useTextValues({ caseKey, itemId, catalogue, edits, onSaved });
  const { saving } = values;
  return (
    <>
      <Proposed {...{ catalogue, isTextSaved, values }} />
      {/* whatever is proposed meanwhile: what was sent may be stored, and the next answer says so */}
      {saving.subject !== null && (
        <ReasonDialog {...reasonProps(saving)} title={t('editor:save.reasonTitle')} options={reasons} />
      )}
    </>
  );
}

interface ProposedProps extends Pick<ProposedValuesProps, 'catalogue' | 'isTextSaved'> {
  values: TextValues;
}

function Proposed({ catalogue, isTextSaved, values: proposed }: ProposedProps) {
  const { t } = useTranslation('textValues');
  const { language } = useRouteContext();
  const textId = useId();
  const [lit, setLit] = useState<string | null>(null);
  const { proposals, failure, staged, accept, undo, save } = proposed;
  const accepted = acceptedKeys(staged);
  const labels = useLabels(
    catalogue,
    useMemo(() => codesOf(proposals?.groups ?? []), [proposals]),
    language,
  );
  if (!proposals)
    return <p role="status">{failure ? t('failed', { why: failureText(failure) }) : t('reading')}</p>;
  const { groups, text, sentences } = proposals;
  if (groups.length === 0) return <p role="status">{t('nothing')}</p>;
  const values = groups.flatMap((group) => group.values);
  const left = values.filter(({ key }) => !accepted.has(key)).length;
  return (
    <>
      <p className={classes.hint}>{t('hint')}</p>
      <div className={classes.split}>
        <LitText
          id={textId}
          text={text}
          sentences={sentences}
          value={values.find(({ key }) => key === lit) ?? null}
        />
        <ol aria-label={t('proposed')} className={classes.groups}>
          {groups.map((group) => (
            <ProposedRow
              key={group.values[0]?.key}
              {...{ group, catalogue, language, labels, accepted, textId }}
              onLit={setLit}
              onAccept={accept}
            />
          ))}
        </ol>
      </div>
      <Group gap="xs" className={classes.foot}>
        <span role="status">{t('state', { accepted: accepted.size, left })}</span>
        <Button size="compact-sm" variant="default" disabled={staged.length === 0} onClick={undo}>
          {t('undo')}
        </Button>
        <Button size="compact-sm" disabled={staged.length === 0 || !isTextSaved} onClick={save}>
          {t('save', { count: accepted.size })}
        </Button>
        {!isTextSaved && <span>{t('textFirst')}</span>}
      </Group>
    </>
  );
}

const codesOf = (groups: readonly ProposedGroup[]) =>
  groups.flatMap(({ values }) =>
    values.flatMap(({ changes }) =>
      changes.flatMap(({ itemId, value, current }) => [
        { itemId, value },
        { itemId, value: current },
      ]),
    ),
  );
