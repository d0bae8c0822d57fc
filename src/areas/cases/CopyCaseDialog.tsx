/** Copies a case: the user chooses what is copied, and sees what cannot be. */
import { Button, Checkbox, Group, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Catalogue, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { excludedFromCopy } from '../../../shared/case/copyContent.ts';
import { addCase } from '../../../shared/contract/index.ts';
import { attemptKeys, call, isUnanswered } from '../../api/index.ts';
import { catalogueQuery } from '../../catalogue/catalogue.queries.ts';
import { wordsIn } from '../../catalogue/words.ts';
import { Dialog, LoadingArea, showSuccess, SubmitForm, useHeldDialog } from '../../components/index.ts';
import { FailedArea } from '../../feedback/FailedArea.tsx';
import { Notice } from '../../feedback/Notice.tsx';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { failureText } from '../../feedback/showFailure.ts';

const WIDTH_PX = 620;

/** Of the page: a copy whose answer was lost is made once, also from a dialog that was opened again. */
const keys = attemptKeys();

export interface CopyCaseDialogProps {
  source: { caseKey: number; name: string };
  /** reads the list again */
  refresh: () => Promise<void>;
  onClose: () => void;
}

export function CopyCaseDialog({ source, refresh, onClose }: CopyCaseDialogProps) {
  const { t } = useTranslation(['cases', 'components']);
  const { appendix } = useRouteContext();
  const catalogue = useQuery({ ...catalogueQuery(appendix), meta: { ofCatalogue: true, ownFailure: true } });
  return (
    <Dialog size={WIDTH_PX} title={t('copy.title', { caseNo: source.name })} onClose={onClose}>
      {catalogue.data ? (
        <CopyForm {...{ source, refresh, onClose }} catalogue={catalogue.data} />
      ) : catalogue.isLoadingError ? (
        <FailedArea kind="panel" error={catalogue.error} onRetry={() => void catalogue.refetch()} />
      ) : (
        <LoadingArea />
      )}
    </Dialog>
  );
}

/** Pages that hold what a case says. */
const pagesOf = (catalogue: Catalogue): CataloguePage[] =>
  catalogue.pageOrder
    .flatMap((page) => catalogue.pages[page] ?? [])
    .filter(({ kind }) => kind === 'form' || kind === 'rows');

/** Pages whose rows a chosen page refers to, and that are not chosen. */
function missedBy(catalogue: Catalogue, chosen: ReadonlySet<string>): CataloguePage[] {
  const referred = Object.values(catalogue.groups).flatMap(({ page, rowsOf }) =>
    rowsOf !== null && chosen.has(page) ? (catalogue.groups[rowsOf]?.page ?? []) : [],
  );
  return pagesOf(catalogue).filter(({ page }) => referred.includes(page) && !chosen.has(page));
}

function CopyForm({ source, catalogue, refresh, onClose }: CopyCaseDialogProps & { catalogue: Catalogue }) {
  const { t } = useTranslation(['cases', 'components']);
  const { language } = useRouteContext();
  const to = usePathTo();
  const navigate = useNavigate();
  const pages = pagesOf(catalogue);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(pages.map(({ page }) => page)));
  const [attachments, setAttachments] = useState(true);
  const [submitted, setSubmitted] = useState(false);
  const all = pages.every(({ page }) => chosen.has(page));
  const copying = useMutation({
    mutationFn: () => {
      const copyOf = { caseKey: source.caseKey, attachments, ...(!all && { pages: [...chosen] }) };
      return call(addCase, { body: { creationKey: keys.keyOf(copyOf), copyOf } });
    },
    meta: { ownFailure: true },
    onSuccess: async ({ caseKey, caseNo }) => {
      keys.done();
      showSuccess(t('copy.done', { caseNo }));
      await refresh();
      void navigate(to(`case/${caseKey}/detail`));
    },
    onError: (error) => {
      // it may be made
      if (isUnanswered(error)) void refresh();
    },
  });
  const submit = () => {
    setSubmitted(true);
    if (chosen.size > 0 && !copying.isPending) copying.mutate();
  };
  const missed = missedBy(catalogue, chosen);
  useHeldDialog(copying.isPending);
  return (
    <SubmitForm onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">{t('copy.text')}</Text>
        <Checkbox
          label={t('copy.all')}
          checked={all}
          indeterminate={!all && chosen.size > 0}
          data-autofocus
          onChange={() => setChosen(new Set(all ? [] : pages.map(({ page }) => page)))}
        />
        <Checkbox.Group
          label={t('copy.pages')}
          value={[...chosen]}
          error={submitted && chosen.size === 0 ? t('copy.none') : null}
          data-missing={(submitted && chosen.size === 0) || undefined}
          onChange={(next) => setChosen(new Set(next))}
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={6} verticalSpacing={6} mt={6}>
            {pages.map(({ page, label }) => (
              <Checkbox key={page} value={page} label={wordsIn(label, language)} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
        {missed.length > 0 && (
          <Notice tone="warning">
            {t('copy.needs', { others: missed.map(({ label }) => wordsIn(label, language)).join(', ') })}
          </Notice>
        )}
        <Checkbox
          label={t('copy.attachments')}
          description={attachments ? undefined : t('copy.withoutAttachments')}
          checked={attachments}
          onChange={({ currentTarget: { checked } }) => setAttachments(checked)}
        />
        <Emptied catalogue={catalogue} />
        {copying.isError && (
          <Text role="alert" c="red" size="sm">
            {failureText(copying.error)}
          </Text>
        )}
      </Stack>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" disabled={copying.isPending} onClick={onClose}>
          {t('components:cancel')}
        </Button>
        <Button type="submit" loading={copying.isPending}>
          {t('copy.confirm')}
        </Button>
      </Group>
    </SubmitForm>
  );
}

/** What belongs to one case alone. */
function Emptied({ catalogue }: { catalogue: Catalogue }) {
  const { t } = useTranslation('cases');
  const { language } = useRouteContext();
  const { items, groups } = excludedFromCopy(catalogue);
  const created = catalogue.items[catalogue.roles['creationDate'] ?? ''];
  const labels = [
    ...items.map(({ itemId, label }) => ({ key: itemId, label })),
    ...groups.flatMap((group) => {
      const found = catalogue.groups[group];
      return found ? [{ key: group, label: found.label }] : [];
    }),
  ];
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('copy.emptied')}
      </Text>
      <List size="sm">
        {labels.map(({ key, label }) => (
          <List.Item key={key}>{wordsIn(label, language)}</List.Item>
        ))}
      </List>
      {created && (
        <Text size="sm" mt={4}>
          {t('copy.createdNow', { item: wordsIn(created.label, language) })}
        </Text>
      )}
    </div>
  );
}
