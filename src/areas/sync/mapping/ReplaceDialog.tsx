/** Copies the rules of another study, or imports a file: first the difference, then the reason. */
import { Radio, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  compareMappingRules,
  replaceMappingRules,
  type MappingDifference,
  type MappingFrom,
} from '../../../../shared/contract/index.ts';
import type { RuleSet } from '../../../../shared/sync/mappingRule.ts';
import { call } from '../../../api/index.ts';
import { DataTable, Dialog, FileDrop, LoadingArea, ReasonForm } from '../../../components/index.ts';
import { FailureNotice } from '../../../feedback/FailureNotice.tsx';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { Faults } from './faults.tsx';
import { mappingKey, studiesQuery, type StudyScope } from './mapping.queries.ts';
import { useSaveMapping } from './useSaveMapping.ts';
import classes from './mapping.module.css';

interface ReplaceDialogProps {
  scope: StudyScope;
  studyName: string;
  onClose: () => void;
}

export function ReplaceDialog({ scope, studyName, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation('syncRules');
  const [from, setFrom] = useState<MappingFrom | null>(null);
  return (
    <Dialog onClose={onClose} size={from ? 'xl' : 'lg'} title={t('replace.title', { study: studyName })}>
      <Stack gap="sm">
        <FromField scope={scope} onChange={setFrom} />
        {from && <Difference key={JSON.stringify(from)} {...{ scope, from, onClose }} />}
      </Stack>
    </Dialog>
  );
}

/** Where the rules come from: another study, or a file. */
function FromField({ scope, onChange }: { scope: StudyScope; onChange: (from: MappingFrom | null) => void }) {
  const { t } = useTranslation('syncRules');
  const [kind, setKind] = useState('study');
  const [studyKey, setStudyKey] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const studies = useQuery(studiesQuery(scope));
  const take = async (file: File) => {
    const ruleSet = ruleSetIn(await file.text());
    setProblem(ruleSet ? null : t('replace.noRules', { file: file.name }));
    onChange(ruleSet && { ruleSet });
  };
  return (
    <>
      <Radio.Group
        label={t('replace.from')}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setStudyKey(null);
          setProblem(null);
          onChange(null);
        }}
      >
        <Stack gap={4} mt={4}>
          <Radio value="study" label={t('replace.study')} data-autofocus />
          <Radio value="file" label={t('replace.file')} />
        </Stack>
      </Radio.Group>
      {kind === 'study' ? (
        <Select
          label={t('replace.whichStudy')}
          searchable
          nothingFoundMessage={t('replace.noStudy')}
          data={(studies.data?.studies ?? []).map((study) => ({
            value: String(study.studyKey),
            label: t('replace.studyRules', { name: study.name, count: study.rules }),
          }))}
          value={studyKey}
          onChange={(next) => {
            setStudyKey(next);
            onChange(next === null ? null : { studyKey: Number(next) });
          }}
        />
      ) : (
        <FileDrop label={t('replace.choose')} accept={['.json']} onFiles={([file]) => void take(file)} />
      )}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </>
  );
}

/** Null: the text is no JSON of rules; the server checks the rest. */
function ruleSetIn(text: string): RuleSet | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const isRules = typeof parsed === 'object' && parsed !== null && 'rules' in parsed && 'event' in parsed;
    return isRules ? (parsed as RuleSet) : null;
  } catch {
    return null;
  }
}

interface DifferenceProps {
  scope: StudyScope;
  from: MappingFrom;
  onClose: () => void;
}

function Difference({ scope, from, onClose }: DifferenceProps) {
  const { t } = useTranslation('syncRules');
  const compared = useQuery({
    queryKey: [...mappingKey(scope), 'difference', from],
    queryFn: ({ signal }) => call(compareMappingRules, { params: { ...scope }, body: { from }, signal }),
    gcTime: 0,
    meta: { ownFailure: true },
  });
  const versionNo = compared.data?.versionNo ?? 0;
  const save = useSaveMapping(
    scope,
    (reason: string) =>
      call(replaceMappingRules, { params: { ...scope }, body: { reason, versionNo, from } }),
    onClose,
  );
  if (compared.isPending) return <LoadingArea />;
  if (!compared.data) return <FailureNotice error={compared.error} />;
  const { differences } = compared.data;
  if (differences.length === 0) return <Text>{t('replace.same')}</Text>;
  return (
    <ReasonForm
      {...attemptProps(save, onClose)}
      note={
        <Stack gap="xs">
          <Text size="sm">{t('replace.help', { count: differences.length })}</Text>
          <DifferenceTable differences={differences} />
        </Stack>
      }
      confirmLabel={t('replace.confirm')}
    />
  );
}

function DifferenceTable({ differences }: { differences: readonly MappingDifference[] }) {
  const { t } = useTranslation('syncRules');
  return (
    <div className={classes.differences}>
      <DataTable
        label={t('replace.differences')}
        rows={differences}
        rowKey={({ what, name, targetSeqNo }) => `${what}|${name}|${targetSeqNo}`}
        fullText
        columns={[
          { key: 'change', label: t('replace.change'), render: ({ change }) => t(`changes.${change}`) },
          {
            key: 'part',
            label: t('replace.part'),
            render: ({ what, name, label, targetSeqNo }) =>
              t(`parts.${what}`, { name, label, number: targetSeqNo }),
          },
          { key: 'before', label: t('replace.before'), render: ({ before }) => before },
          {
            key: 'after',
            label: t('replace.after'),
            render: ({ after, faults }) => (
              <>
                {after}
                <Faults faults={faults} />
              </>
            ),
          },
        ]}
      />
    </div>
  );
}
