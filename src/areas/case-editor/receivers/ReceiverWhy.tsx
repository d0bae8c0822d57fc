/** Why a receiver is proposed: each rule that proposes it, with the values it read. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { rowPathOf, type ItemAddress } from '../../../../shared/case/itemAddress.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { ReadDialog, WhyPart } from '../../../components/index.ts';
import { Condition, type ReasonContext } from '../why/WhyReason.tsx';
import type { CaseReceiver } from './receivers.queries.ts';

interface ReceiverWhyProps {
  receiver: CaseReceiver;
  catalogue: Catalogue;
  onClose: () => void;
}

export function ReceiverWhy({ receiver, catalogue, onClose }: ReceiverWhyProps) {
  const { t } = useTranslation('editor');
  const { language } = useRouteContext();
  const context = useMemo<ReasonContext>(() => ({ catalogue, rowOf: rowNames(catalogue) }), [catalogue]);
  return (
    <ReadDialog onClose={onClose} size="lg" title={t('receivers.why', { receiver: receiver.receiver })}>
      {receiver.reasons.map(({ ruleId, label, source, why }) => (
        <WhyPart key={ruleId} title={wordsIn(label, language)} source={`${source} (${ruleId})`} top={3}>
          <Condition title={t('receivers.conditions')} why={why} context={context} />
        </WhyPart>
      ))}
    </ReadDialog>
  );
}

/** Names a row by its numbers, since the page of receivers does not read the rows of the case. */
const rowNames =
  ({ items }: Catalogue) =>
  (address: ItemAddress): string => {
    const path = rowPathOf(address, items[address.itemId]?.groups.length ?? 0);
    return path.length === 0 ? '' : `${path.join('.')}.`;
  };
