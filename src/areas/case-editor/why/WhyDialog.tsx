/** Why something is found, required, hidden, computed or not to be changed: in the words of rules, with what they read. */
import { Loader } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressKey } from '../../../../shared/case/itemAddress.ts';
import { hiddenParts } from '../../../../shared/rules/hiddenParts.ts';
import { rowName } from '../../../../shared/rules/rowName.ts';
import { whyFinding, whyItem, type ExplanationContext } from '../../../../shared/rules/why.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { ReadDialog, EmptyState } from '../../../components/index.ts';
import type { WhySubject } from '../../../engine/index.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { entriesOf } from '../findings/entries.ts';
import type { CheckedCase, LiveCase } from '../findings/liveCase.ts';
import { useChecked } from '../findings/useLiveCase.ts';
import { nameOf } from './partName.ts';
import { WhyReason, type ReasonContext } from './WhyReason.tsx';
import classes from './WhyDialog.module.css';
import { ITEM_MISSING } from '../../../../shared/rules/findingCodes.ts';

export interface WhyDialogProps {
  subject: WhySubject;
  /** as the region on the screen sees it */
  catalogue: Catalogue;
  live: LiveCase | null;
  onClose: () => void;
}

export function WhyDialog({ subject, catalogue, live, onClose }: WhyDialogProps) {
  const { t } = useTranslation('explain');
  const checked = useChecked(live);
  return (
    <ReadDialog onClose={onClose} size="lg" title={t(`title.${subject.kind}`)}>
      {checked ? (
        <Explained subject={subject} catalogue={catalogue} checked={checked} />
      ) : (
        <Loader aria-label={t('frame:loading')} />
      )}
    </ReadDialog>
  );
}

type ExplainedProps = Pick<WhyDialogProps, 'subject' | 'catalogue'> & { checked: CheckedCase };

function Explained({ subject, catalogue, checked }: ExplainedProps) {
  const { t } = useTranslation('explain');
  const { language } = useRouteContext();
  const explanation: ExplanationContext = useMemo(
    () => ({ world: checked.world, reader: checked.reader, seen: catalogue }),
    [checked, catalogue],
  );
  const { world } = checked;
  const context: ReasonContext = {
    catalogue: world.catalogue,
    rowOf: useMemo(
      () => rowName(world.catalogue, checked.rows.values(), language),
      [world, checked, language],
    ),
  };
  if (subject.kind === 'hidden') {
    const parts = hiddenParts(explanation, subject.page, subject.rootPath);
    if (parts.length === 0) return <EmptyState title={t('nothingHidden')} />;
    return parts.map((part) => (
      <section key={JSON.stringify([part.of, part.address])} className={classes.part}>
        <Heading row={context.rowOf(part.address)} words={nameOf(catalogue, part.of, language)} />
        <WhyReason reason={part.why} context={context} />
      </section>
    ));
  }
  const address = subject.kind === 'finding' ? subject.finding : subject.address;
  const reasons =
    subject.kind === 'finding'
      ? whyFinding(explanation, subject.finding)
      : [
          ...entriesOf(checked.findings)
            .filter((entry) => addressKey(entry) === addressKey(address) && entry.ruleId !== ITEM_MISSING)
            .flatMap((entry) => whyFinding(explanation, entry).filter(({ kind }) => kind === 'rule')),
          ...whyItem(explanation, address),
        ];
  return (
    <>
      <Heading
        row={context.rowOf(address)}
        words={nameOf(world.catalogue, { itemId: address.itemId }, language)}
        id={address.itemId}
      />
      {subject.kind === 'finding' && (
        <p className={classes.message}>{wordsIn(subject.finding.message, language)}</p>
      )}
      {reasons.map((reason, at) => (
        <WhyReason key={at} reason={reason} context={context} />
      ))}
    </>
  );
}

const Heading = ({ row, words, id }: { row: string; words: string; id?: string }) => (
  <h3 className={classes.heading}>
    {row && <small>{row}</small>}
    <span>{words}</span>
    {id !== undefined && <code>{id}</code>}
  </h3>
);
