/** What is known of a report, checked before it becomes a case. */
import { Button, Group, Select, Text, VisuallyHidden } from '@mantine/core';
import { IconEraser, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CHECK_PAGE } from '../../../shared/duplicates/index.ts';
import { useCatalogue } from '../../catalogue/catalogue.queries.ts';
import { PageHeader } from '../../components/index.ts';
import { PageForm, stopForRefusedEntry } from '../../engine/index.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { useUnsavedChanges } from '../../app-context/unsavedChanges.ts';
import { SavedSearch } from '../../saved-search/SavedSearch.tsx';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { checkProducts } from './duplicates.queries.ts';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import { FollowUpDialog } from './FollowUpDialog.tsx';
import { useCheckForm } from './useCheckForm.ts';
import { useCheckServices } from './useCheckServices.ts';
import { useTypedCheck } from './useTypedCheck.ts';
import classes from './duplicates.module.css';

const drop = () => {};

export function CheckTyped() {
  const { t } = useTranslation('duplicates');
  const { appendix, language, sponsorKey } = useRouteContext();
  const session = useSession();
  const { newCase } = session;
  const mayEdit = useMay('EDIT.CASE');
  const catalogue = useCatalogue(appendix);
  const form = useCheckForm(catalogue, mayEdit && newCase === 'prefilled');
  const services = useCheckServices(language);
  const { data: products = [], isPending } = useQuery(checkProducts(sponsorKey));
  const { check, add, compare, followUp, found, hide, refused, dismissed, dismissing } = useTypedCheck(form);
  useUnsavedChanges(form.dirty, drop);
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
            dismissing.clear();
            hide();
          }}
          onConfirm={() => add.mutate()}
          {...(mayEdit && {
            onFollowUp: (caseKey) => compare.mutate(caseKey),
            onDismiss: async (caseKey, reason) => dismissing.dismiss(caseKey, reason),
            onTakeBack: async (caseKey) => dismissing.takeBack(caseKey),
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
