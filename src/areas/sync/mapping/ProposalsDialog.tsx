/** Rules that the names of the study's items suggest: accepted one by one or all, never unseen. */
import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptMappingProposals } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { ReasonDialog } from '../../../components/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import type { RuleSetFacts, StudyScope } from './mapping.queries.ts';
import { useSaveMapping } from './useSaveMapping.ts';
import classes from './mapping.module.css';

interface ProposalsDialogProps {
  scope: StudyScope;
  set: RuleSetFacts;
  onClose: () => void;
}

type Proposal = RuleSetFacts['proposals'][number];

const keyOf = ({ itemId, targetSeqNo }: Proposal): string => `${itemId}|${targetSeqNo}`;

export function ProposalsDialog({ scope, set, onClose }: ProposalsDialogProps) {
  const { t } = useTranslation('syncRules');
  const { proposals, versionNo } = set;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isChecked, setChecked] = useState(false);
  const rules = proposals
    .filter((one) => chosen.has(keyOf(one)))
    .map(({ itemId, targetSeqNo }) => ({ itemId, targetSeqNo }));
  const save = useSaveMapping(
    scope,
    (reason: string) =>
      call(acceptMappingProposals, { params: { ...scope }, body: { reason, versionNo, rules } }),
    onClose,
  );
  const choose = (proposal: Proposal, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(keyOf(proposal));
    else next.delete(keyOf(proposal));
    setChosen(next);
  };
  const attempt = attemptProps(save, onClose);
  const isAll = chosen.size === proposals.length;
  const missing = isChecked && rules.length === 0;
  return (
    <ReasonDialog
      {...attempt}
      size="xl"
      title={t('proposals.title')}
      confirmLabel={t('proposals.accept', { count: rules.length })}
      problem={missing ? t('proposals.chooseOne') : attempt.problem}
      isReady={() => {
        setChecked(true);
        return rules.length > 0;
      }}
      note={
        <Stack gap="xs">
          <Text size="sm">{t('proposals.help')}</Text>
          <Checkbox
            label={t('proposals.all', { count: proposals.length })}
            checked={isAll}
            indeterminate={chosen.size > 0 && !isAll}
            onChange={({ currentTarget }) =>
              setChosen(new Set(currentTarget.checked ? proposals.map(keyOf) : []))
            }
          />
          <ul className={classes.choices} aria-label={t('proposals.title')} tabIndex={0}>
            {proposals.map((proposal) => (
              <li key={keyOf(proposal)}>
                <Checkbox
                  label={`${proposal.itemId} ${proposal.label}`}
                  description={proposal.text}
                  checked={chosen.has(keyOf(proposal))}
                  onChange={({ currentTarget }) => choose(proposal, currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </Stack>
      }
    />
  );
}
