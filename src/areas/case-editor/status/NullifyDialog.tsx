/** Withdraws or corrects what was sent: sets both items at once, here or in a new version. */
import { Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { whyNot } from '../../../../machines/case-status/caseStatus.machine.ts';
import type { Catalogue } from '../../../../schemas/compile/catalogue.types.ts';
import { addressAt } from '../../../../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../../../../shared/case/itemValue.ts';
import type { NullificationCode } from '../../../../shared/case/nullification.ts';
import { savePage } from '../../../../shared/contract/index.ts';
import { call } from '../../../api/index.ts';
import { ReasonDialog, showInfo } from '../../../components/index.ts';
import { attemptProps } from '../../../feedback/reasonProps.ts';
import { isStoredAlready } from '../../../page-editor/save/staleItems.ts';
import { useMay } from '../../../session/sessionStore.ts';
import { distributionQuery, type CasePages } from '../case.queries.ts';
import { useFollowUp } from './useFollowUp.ts';
import { refreshCase } from './versions.queries.ts';

export interface NullifyDialogProps {
  pages: CasePages;
  catalogue: Catalogue;
  code: NullificationCode;
  onClose: () => void;
}

export function NullifyDialog({ pages, catalogue, code, onClose }: NullifyDialogProps) {
  const { t } = useTranslation('status');
  const { caseKey, versionNo } = pages;
  const distribution = useQuery(distributionQuery(caseKey));
  const handedOut = distribution.data?.listInfo.some((one) => one.versionNo === versionNo) ?? false;
  const [chosen, setChosen] = useState<'new' | 'this' | null>(null);
  const mayEdit = useMay('EDIT.CASE');
  const notHere = whyNot(pages.status, mayEdit, 'case.edit');
  const notNew = whyNot(pages.status, mayEdit, 'case.followUp');
  const usual = handedOut || notHere ? 'new' : 'this';
  const where = chosen ?? (notNew ? 'this' : usual);
  const done = () => {
    showInfo(t(`nullify.done${code}`));
    onClose();
  };
  const inNew = useFollowUp(caseKey, done);
  const inThis = useNullifyHere(pages, catalogue, code, done);
  return (
    <ReasonDialog
      {...attemptProps<never>(where === 'new' ? inNew : inThis, onClose)}
      title={t(`nullify.title${code}`)}
      note={<Text size="sm">{t(`nullify.text${code}`)}</Text>}
      confirmLabel={t(`nullify.confirm${code}`)}
      onConfirm={(reason) =>
        where === 'new'
          ? inNew.mutate({ reason: '', nullification: { code, reason } })
          : inThis.mutate(reason)
      }
    >
      <Radio.Group
        label={t('nullify.where')}
        value={where}
        onChange={(value) => setChosen(value === 'new' ? 'new' : 'this')}
      >
        <Stack gap="xs" mt={4}>
          <Radio
            value="new"
            label={t(handedOut ? 'nullify.newVersion' : 'nullify.newVersionPlain')}
            disabled={notNew !== null}
            description={notNew && t(`whyNot.${notNew}`)}
          />
          <Radio
            value="this"
            label={t('nullify.thisVersion')}
            disabled={notHere !== null}
            description={notHere && t(`whyNot.${notHere}`)}
          />
        </Stack>
      </Radio.Group>
    </ReasonDialog>
  );
}

/** Saves both items of the page that has them, as an editor of the page would; the text is also the reason. */
function useNullifyHere(pages: CasePages, catalogue: Catalogue, code: string, onDone: () => void) {
  const { caseKey, status } = pages;
  const queries = useQueryClient();
  const item = (role: string) => catalogue.items[catalogue.roles[role] ?? ''];
  return useMutation({
    mutationFn: async (reason: string) => {
      const [what, why] = [item('nullificationAmendment'), item('nullificationReason')];
      if (!what || !why) throw new Error('the catalogue has no items that nullify a case');
      const valueOf = (itemId: string, value: string) => ({
        ...addressAt(itemId, []),
        ...EMPTY_VALUE,
        value,
      });
      try {
        await call(savePage, {
          params: { caseKey, page: what.page },
          body: {
            reason,
            retrievedAt: status.retrievedAt,
            changes: [valueOf(what.itemId, code), valueOf(why.itemId, reason)],
          },
        });
      } catch (error) {
        if (!isStoredAlready(error)) throw error;
      }
    },
    meta: { ownFailure: true },
    onSuccess: onDone,
    // also where it failed: it may be stored though no answer came
    onSettled: () => refreshCase(queries, caseKey),
  });
}
