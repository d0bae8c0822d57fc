/** The audit trail of the case: filtered, paged, and its chain verified. */
import { Button, Group, Loader, NativeSelect, TextInput, Title } from '@mantine/core';
import { IconSearch, IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CataloguePage } from '../../../../schemas/compile/catalogue.types.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import { DataTable, EmptyState, SubmitForm } from '../../../components/index.ts';
import { usePlace } from '../../../frame/place.ts';
import { useAuditColumns } from '../../../audit/index.ts';
import type { AuditEntry } from '../../../audit/index.ts';
import { auditQuery, verificationQuery } from '../case.queries.ts';
import { useTabPaging } from '../casePlace.ts';
import classes from '../../../audit/AuditValue.module.css';
import { Notice } from '../../../frame/Notice.tsx';

const NO_ENTRIES: readonly AuditEntry[] = [];

export function AuditPage({ caseKey, shown }: { caseKey: number; shown: readonly CataloguePage[] }) {
  const { t } = useTranslation('editor');
  const { language } = usePlace();
  const [filter, setFilter] = useState({ page: '', keyword: '' });
  const { place, hash, go } = useTabPaging(caseKey, 'AT');
  const audit = useQuery(
    auditQuery(
      caseKey,
      { ...place, page: filter.page || undefined, keyword: filter.keyword || undefined },
      hash,
    ),
  );
  const columns = useAuditColumns(audit.data?.listInfo ?? NO_ENTRIES);
  const narrow = (next: Partial<typeof filter>) => {
    setFilter({ ...filter, ...next });
    go({ pageNo: 1 });
  };
  return (
    <>
      <Group mb="sm" gap="xs">
        <Title order={2}>{t('audit.title')}</Title>
        <SubmitForm
          role="search"
          onSubmit={(form) => {
            narrow({ keyword: String(new FormData(form).get('keyword')).trim() });
          }}
        >
          <Group gap="xs" align="end">
            <NativeSelect
              aria-label={t('audit.page')}
              value={filter.page}
              data={[
                { value: '', label: t('audit.allPages') },
                ...shown.map(({ page, label }) => ({ value: page, label: wordsIn(label, language) })),
              ]}
              onChange={({ currentTarget: { value } }) => narrow({ page: value })}
            />
            <TextInput
              name="keyword"
              aria-label={t('audit.search')}
              placeholder={t('audit.search')}
              w={240}
              maxLength={200}
            />
            <Button type="submit" variant="default" leftSection={<IconSearch size={15} aria-hidden />}>
              {t('common:search')}
            </Button>
          </Group>
        </SubmitForm>
        <Verification caseKey={caseKey} />
      </Group>
      {audit.isPending && <Loader aria-label={t('frame:loading')} />}
      {audit.data?.listInfo.length === 0 && <EmptyState title={t('audit.none')} />}
      {audit.data && audit.data.listInfo.length > 0 && (
        <DataTable
          label={t('audit.title')}
          rows={audit.data.listInfo}
          rowKey={({ no }) => String(no)}
          paging={audit.data.pageInfo}
          onPaging={go}
          columns={[
            columns.no,
            columns.time,
            columns.user,
            columns.page,
            columns.itemLabel,
            columns.action,
            columns.value,
            columns.reason,
            columns.source,
          ]}
        />
      )}
    </>
  );
}

/** Whether the chain of hashes over the case's history is whole. */
function Verification({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation('editor');
  const { data } = useQuery(verificationQuery(caseKey));
  if (!data) return null;
  const notice = data.whole ? (
    <Notice tone="success" icon={<IconShieldCheck size={16} aria-hidden />}>
      {t('verification.whole', { count: data.saves })}
    </Notice>
  ) : (
    <Notice tone="error" icon={<IconShieldX size={16} aria-hidden />} role="alert">
      {t('verification.broken', { at: data.brokenAt })}
    </Notice>
  );
  return <div className={classes.verification}>{notice}</div>;
}
