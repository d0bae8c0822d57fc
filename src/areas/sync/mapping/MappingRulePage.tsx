/** One rule: where the value of an item comes from and how it is made, with what it makes of a real subject beside it. */
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { saveMappingRule } from '../../../../shared/contract/index.ts';
import { FACTS_FORM, type MappingRule } from '../../../../shared/sync/mappingRule.ts';
import { call } from '../../../api/index.ts';
import { usePathTo, useRouteContext } from '../../../app-context/routeContext.ts';
import { useUndisturbed } from '../../../app-context/undisturbed.ts';
import { leaveWithoutAsking, useUnsavedChanges } from '../../../app-context/unsavedChanges.ts';
import { GuardedButton, LoadingArea, PageHeader, ReasonDialog } from '../../../components/index.ts';
import { PageFailure } from '../../../feedback/PageFailure.tsx';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { Faults } from './faults.tsx';
import { MappingAudit } from './MappingAudit.tsx';
import { MappingPreview } from './MappingPreview.tsx';
import { RuleForm } from './RuleForm.tsx';
import { ruleQuery, type RuleFacts, type StudyScope } from './mapping.queries.ts';
import { rulesPath, sourcesPath, useStudyScope } from './useStudyScope.ts';
import { useSaveMapping } from './useSaveMapping.ts';
import classes from './mapping.module.css';

export function MappingRulePage() {
  const scope = useStudyScope();
  const { itemId = '', targetSeqNo = '1' } = useParams();
  const { language } = useRouteContext();
  const found = useQuery(ruleQuery(scope, itemId, Number(targetSeqNo), language));
  const facts = useUndisturbed(found.data);
  if (!facts)
    return (
      <div className={classes.page}>
        {found.isPending ? (
          <LoadingArea />
        ) : (
          <PageFailure error={found.error} onRetry={() => void found.refetch()} />
        )}
      </div>
    );
  const place = { itemId, targetSeqNo: Number(targetSeqNo) };
  // a rule that was saved, or read again, feeds a new form
  return (
    <Rule
      key={`${itemId}|${targetSeqNo}|${facts.rule?.version ?? 0}`}
      scope={scope}
      place={place}
      facts={facts}
    />
  );
}

interface RuleProps {
  scope: StudyScope;
  place: Pick<MappingRule, 'itemId' | 'targetSeqNo'>;
  facts: RuleFacts;
}

const nothing = () => undefined;

function Rule({ scope, place, facts }: RuleProps) {
  const { t } = useTranslation('syncRules');
  const mayEdit = useMay('EDIT.MAPPING');
  const to = usePathTo();
  const navigate = useNavigate();
  const stored = facts.rule;
  const [rule, setRule] = useState<MappingRule>(() => stored ?? facts.proposal ?? newRule(place, facts));
  const [shown, setShown] = useState<'save' | 'remove' | 'audit' | null>(null);
  const dirty = JSON.stringify(rule) !== JSON.stringify(stored);
  const isTouched = dirty && (stored !== null || rule !== facts.proposal);
  useUnsavedChanges(isTouched && mayEdit, nothing);
  const version = stored?.version ?? 0;
  const save = useSaveMapping(
    scope,
    ({ reason, next }: { reason: string; next: MappingRule | null }) =>
      call(saveMappingRule, {
        params: { ...scope, ...place },
        body: { reason, version, rule: next },
      }),
    ({ version: saved }) => {
      setShown(null);
      leaveWithoutAsking();
      if (saved === 0) void navigate(to(rulesPath(scope.studyKey)));
    },
  );
  const label = facts.item?.label ?? place.itemId;
  return (
    <div className={classes.page}>
      <PageHeader
        title={`${place.itemId} ${label}`}
        subtitle={t('rule.subtitle', {
          study: facts.studyName,
          page: [facts.item?.pageLabel ?? '', ...(facts.item?.groupLabels ?? [])].filter(Boolean).join(' › '),
          number: place.targetSeqNo,
          version,
        })}
        actions={
          <>
            {mayEdit && (
              <GuardedButton why={whyNot(rule, dirty, t)} onClick={() => setShown('save')}>
                {stored ? t('rule.save') : t('rule.add')}
              </GuardedButton>
            )}
            {mayEdit && stored && (
              <Button variant="default" color="red" onClick={() => setShown('remove')}>
                {t('rule.remove')}
              </Button>
            )}
            <Button variant="default" component={Link} to={to(sourcesPath(scope.studyKey, place.itemId))}>
              {t('rule.sources')}
            </Button>
            <Button variant="default" onClick={() => setShown('audit')}>
              {t('audit.open')}
            </Button>
            <Button variant="default" component={Link} to={to(rulesPath(scope.studyKey))}>
              {t('toList')}
            </Button>
          </>
        }
      />
      {!mayEdit && <Alert mb="sm">{t('readOnly')}</Alert>}
      {!stored && facts.proposal && <Alert mb="sm">{t('rule.proposed')}</Alert>}
      {facts.faults.length > 0 && (
        <Alert mb="sm" color="red" title={t('rule.broken')}>
          <Faults faults={facts.faults} />
        </Alert>
      )}
      <div className={classes.columns}>
        <RuleForm scope={scope} rule={rule} facts={facts} readOnly={!mayEdit} onChange={setRule} />
        <MappingPreview scope={scope} rule={rule} />
      </div>
      <ReasonDialog
        {...attemptProps(save, () => setShown(null))}
        opened={shown === 'save' || shown === 'remove'}
        title={shown === 'remove' ? t('rule.removeTitle') : t('rule.saveTitle')}
        confirmLabel={shown === 'remove' ? t('rule.remove') : t('rule.save')}
        onConfirm={(reason) => save.mutate({ reason, next: shown === 'remove' ? null : rule })}
      />
      {shown === 'audit' && <MappingAudit scope={scope} onClose={() => setShown(null)} />}
    </div>
  );
}

/** Why the rule cannot be saved; null: it can. */
function whyNot(rule: MappingRule, dirty: boolean, t: (key: 'unchanged' | 'rule.noSource') => string) {
  const isConstant = rule.transform.kind === 'constant';
  if (!isConstant && (rule.source.itemOid ?? '') === '') return t('rule.noSource');
  return dirty ? null : t('unchanged');
}

const newRule = (place: RuleProps['place'], { metadataVersion }: RuleFacts): MappingRule => ({
  ...place,
  metadataVersion: metadataVersion ?? '',
  source: { eventOid: '*', formOid: FACTS_FORM, groupOid: '', itemOid: null, row: 'same' },
  transform: { kind: 'text' },
  condition: [],
  joinWith: null,
  nullFlavorWhenEmpty: null,
  overwrite: 'ifUntouched',
  significant: true,
  comment: '',
  version: 0,
});
