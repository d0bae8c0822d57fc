/** One review of access: its users, what is decided about those that are chosen, and the signature that ends it. */
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ACCESS_DECISIONS,
  decideAccess,
  exportAccessReview,
  listAccessReview,
  signAccessReview,
} from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useRouteContext, useTimeZone } from '../../app-context/routeContext.ts';
import { GuardedButton, ReasonDialog, showSuccess, useDialog } from '../../components/index.ts';
import { reasonProps } from '../../feedback/reasonProps.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { List, type ListHandle } from '../../lists/index.ts';
import { useMay, useSession } from '../../session/sessionStore.ts';
import { meaningWords, SignatureFields, useSignature } from '../../signature/index.ts';
import { reviewsQuery, type Review } from './reviews.queries.ts';

type Decision = (typeof ACCESS_DECISIONS)[number];

export function ReviewOf({ review, onBack }: { review: Review; onBack: () => void }) {
  const { t } = useTranslation('access');
  const { sponsorKey, language } = useRouteContext();
  const timeZone = useTimeZone();
  const mayEdit = useMay('EDIT.ADMIN');
  const { reviewNo, signature } = review;
  const params = useMemo(() => ({ sponsorKey, reviewNo }), [sponsorKey, reviewNo]);
  const mayDecide = mayEdit && signature === null;
  return (
    <Stack>
      <Group justify="space-between">
        <Button variant="subtle" leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={onBack}>
          {t('reviews.back')}
        </Button>
        {mayDecide && <SignReview review={review} />}
      </Group>
      {signature ? (
        <Alert title={t('reviews.isSigned')}>
          <Text size="sm">
            {t('reviews.signedAs', {
              by: signature.by,
              at: formatTime(signature.at, timeZone),
              meaning: meaningWords(signature.meaning, language),
              comment: signature.comment,
            })}
          </Text>
          <Code>{signature.contentHash}</Code>
        </Alert>
      ) : (
        <Text c="dimmed" maw="60rem">
          {t('reviews.decideHelp')}
        </Text>
      )}
      <List
        menuId="MU-AD-AC-RV"
        call={listAccessReview}
        exportCall={exportAccessReview}
        params={params}
        of={reviewNo}
        label={t('reviews.usersOf', { number: reviewNo })}
        searchLabel={t('searchUsers')}
        {...(mayDecide && {
          selectable: true,
          actions: (list: ListHandle) => <Decide reviewNo={reviewNo} list={list} />,
        })}
      />
    </Stack>
  );
}

function Decide({ reviewNo, list }: { reviewNo: number; list: ListHandle }) {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const { userKey } = useSession();
  const queries = useQueryClient();
  const { selected } = list;
  const dialog = useDialog<Decision, string>({
    carryOut: async (decision, reason) => {
      const userKeys = selected.map(({ rowKey }) => Number(rowKey));
      await call(decideAccess, { params: { sponsorKey, reviewNo }, body: { userKeys, decision, reason } });
      await queries.invalidateQueries({ queryKey: reviewsQuery(sponsorKey).queryKey });
    },
    afterwards: () => {
      showSuccess(t('reviews.decided'));
      list.clear();
      void list.refresh();
    },
  });
  const whyNot = () => {
    if (selected.length === 0) return t('reviews.choose');
    return selected.some(({ rowKey }) => rowKey === String(userKey)) ? t('reviews.notOwn') : null;
  };
  return (
    <>
      {ACCESS_DECISIONS.map((decision) => (
        <GuardedButton
          key={decision}
          size="compact-sm"
          variant="default"
          why={whyNot()}
          onClick={() => dialog.show(decision)}
        >
          {t(`reviews.${decision}`)}
        </GuardedButton>
      ))}
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('reviews.decideTitle', { decision: t(`reviews.${dialog.subject}`) })}
          note={<Text>{selected.map(({ name }) => name).join(', ')}</Text>}
        />
      )}
    </>
  );
}

function SignReview({ review: { reviewNo, undecided } }: { review: Review }) {
  const { t } = useTranslation('access');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  const signature = useSignature('review');
  const dialog = useDialog<'sign', string>({
    carryOut: async (_, reason) => {
      const body = { signature: signature.given, reason };
      await call(signAccessReview, { params: { sponsorKey, reviewNo }, body });
      await queries.invalidateQueries({ queryKey: reviewsQuery(sponsorKey).queryKey });
      await queries.invalidateQueries({ queryKey: ['list', 'MU-AD-AC-RV'] });
    },
    afterwards: () => showSuccess(t('reviews.isSigned')),
  });
  const hide = () => {
    signature.clear();
    dialog.hide();
  };
  return (
    <>
      <GuardedButton
        // the signer is decided about by another administrator, where there is one
        why={undecided > 1 ? t('reviews.undecided', { count: undecided }) : null}
        onClick={() => dialog.show('sign')}
      >
        {t('reviews.sign')}
      </GuardedButton>
      {dialog.subject && (
        <ReasonDialog
          {...reasonProps(dialog)}
          title={t('reviews.signTitle')}
          isReady={signature.isGiven}
          confirmLabel={t('reviews.confirmSign')}
          onCancel={hide}
        >
          <SignatureFields {...signature.fields} />
        </ReasonDialog>
      )}
    </>
  );
}
