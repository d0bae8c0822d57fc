/** What is known of a report, checked before it becomes a case. */
import { Button, Group, Select, Text, VisuallyHidden } from '@mantine/core';
import { IconEraser, IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { CHECK_PAGE } from '../../../shared/duplicates/index.ts';
import { addCase, compareTyped, listDuplicates, createFollowUp } from '../../../shared/contract/index.ts';
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { attemptKeys, call, isUnanswered } from '../../api/index.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { refusedItemsOf } from '../../catalogue/refusedItems.ts';
import { PageHeader, showSuccess } from '../../components/index.ts';
import { PageForm, stopForRefusedEntry, type Finding } from '../../engine/index.ts';
import { NO_SENDER, usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { leaveWithoutAsking, useUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { SavedSearch } from '../../saved-search/SavedSearch.tsx';
import { useOfLibrary } from '../../saved-search/useOfLibrary.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { checkProducts, type Duplicates } from './duplicates.queries.ts';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import type { DuplicateDismissal } from './FoundCases.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { useCheckForm } from './useCheckForm.ts';
import { useCheckServices } from './useCheckServices.ts';
import classes from './duplicates.module.css';
import { readAllAgain } from '../../feedback/readAllAgain.ts';

const NO_FINDINGS: readonly Finding[] = [];
const NONE_DISMISSED: ReadonlyMap<number, DuplicateDismissal> = new Map();
const drop = () => {};

export function CheckTyped() {
  const { t } = useTranslation('duplicates');
  const { appendix, language, sponsorKey, sessionSenderKey } = useRouteContext();
  const session = useSession();
  const { newCase } = session;
  const mayEdit = useMay('EDIT.CASE');
  const to = usePathTo();
  const { ofLibrary } = useOfLibrary();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const catalogue = useCatalogue(appendix);
  const form = useCheckForm(catalogue, mayEdit && newCase === 'prefilled');
  const services = useCheckServices(language);
  const { data: products = [], isPending } = useQuery(checkProducts(sponsorKey));
  const [refused, setRefused] = useState(NO_FINDINGS);
  const [found, setFound] = useState<Duplicates | null>(null);
  const [dismissed, setDismissed] = useState(NONE_DISMISSED);
  useUnsavedChanges(form.dirty, drop);
  // dismissals hold for the content that was typed then
  useEffect(() => form.session.subscribeEdits(() => setDismissed(NONE_DISMISSED)), [form.session]);

  const check = useMutation({
    mutationFn: () => call(listDuplicates, { body: { content: form.typed(), ...ofLibrary?.query } }),
    onMutate: () => setRefused(NO_FINDINGS),
    onSuccess: setFound,
    onError: (error) => setRefused(refusedItemsOf(error)),
  });
  const leave = (caseKey: number) => {
    void readAllAgain(queries);
    leaveWithoutAsking();
    void navigate(to(`case/${caseKey}/detail`));
  };
  const [keys] = useState(attemptKeys);
  const add = useMutation({
    mutationFn: () => {
      const made = {
        ...(sessionSenderKey !== NO_SENDER && { senderKey: Number(sessionSenderKey) }),
        content: form.typed(),
        notDuplicateOf: [...dismissed].map(([caseKey, { reason }]) => ({ caseKey, reason })),
      };
      return call(addCase, { body: { creationKey: keys.keyOf(made), ...made } });
    },
    onSuccess: ({ caseKey, caseNo }) => {
      keys.done();
      showSuccess(t('added', { caseNo }));
      return leave(caseKey);
    },
  });
  const compare = useMutation({
    mutationFn: async (caseKey: number) => {
      const content = form.typed();
      const compared = await call(compareTyped, { params: { caseKey }, body: { content } });
      return { caseKey, content, compared };
    },
    onError: (error) => setRefused(refusedItemsOf(error)),
  });
  const followUp = useMutation({
    mutationFn: ({ caseKey, ...typed }: { caseKey: number } & Taking) => {
      const creationKey = keys.keyOf({ caseKey, ...typed });
      const body = { creationKey, reason: t('followUp.reason'), typed };
      return call(createFollowUp, { params: { caseKey }, body });
    },
    onError: (error) => {
      // what was compared may have become old; without an answer the same is tried again
      if (!isUnanswered(error)) compare.reset();
    },
    onSuccess: ({ caseKey, caseNo, versionNo }) => {
      keys.done();
      showSuccess(t('followUp.done', { caseNo, versionNo }));
      return leave(caseKey);
    },
  });
  const hide = () => setFound(null);
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} />
      <Text className={classes.about}>{t('about')}</Text>
      <SavedSearch hasButton />
      {/* has its place before the products are there: what came in later would move the page under a click */}
      {(isPending || products.length > 0) && (
        <Select
          className={classes.product}
          label={t('product')}
          description={t('productHint')}
          searchable
          value={null}
          data={products.map(({ productKey, productName, substance }) => ({
            value: String(productKey),
            label: substance ? `${productName} (${substance})` : productName,
          }))}
          onChange={(key) => {
            const chosen = products.find(({ productKey }) => String(productKey) === key);
            if (chosen) form.addProduct(chosen.productName);
          }}
        />
      )}
      <VisuallyHidden component="h2">{t('known')}</VisuallyHidden>
      <PageForm
        session={form.session}
        catalogue={form.catalogue}
        page={CHECK_PAGE}
        language={language}
        appendix={appendix}
        services={services}
        readOnly={false}
        rights={session}
        findings={refused}
        focusAddress={form.focusAddress}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" leftSection={<IconEraser size={15} aria-hidden />} onClick={form.clear}>
          {t('clear')}
        </Button>
        <Button
          leftSection={<IconSearch size={15} aria-hidden />}
          loading={check.isPending}
          onClick={() => !stopForRefusedEntry(form.session) && check.mutate()}
        >
          {t('check')}
        </Button>
      </Group>
      {found && (
        <DuplicatesDialog
          found={found}
          dismissed={dismissed}
          busy={add.isPending || compare.isPending}
          covered={compare.isSuccess}
          confirmLabel={mayEdit ? t('ok.add') : null}
          onClose={hide}
          onCancel={() => {
            setDismissed(NONE_DISMISSED);
            hide();
          }}
          onConfirm={() => add.mutate()}
          {...(mayEdit && {
            onFollowUp: (caseKey) => compare.mutate(caseKey),
            onDismiss: async (caseKey, reason) =>
              setDismissed((was) => new Map(was).set(caseKey, { reason })),
            onTakeBack: async (caseKey) =>
              setDismissed((was) => new Map([...was].filter(([key]) => key !== caseKey))),
          })}
        />
      )}
      {compare.data && (
        <FollowUpDialog
          compared={compare.data.compared}
          catalogue={catalogue}
          busy={followUp.isPending}
          onMake={(take) => {
            const { caseKey, content, compared } = compare.data;
            followUp.mutate({ caseKey, content, take, retrievedAt: compared.retrievedAt });
          }}
          onCancel={compare.reset}
        />
      )}
    </div>
  );
}

interface Taking {
  content: CaseContent;
  take: ItemAddress[];
  retrievedAt: string;
}
