/** Which case the edited schema files are tried on. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/sessionStore.ts';
import type { Preview } from '../preview/usePreview.ts';
import { someCasesQuery } from '../studio.queries.ts';

export function PreviewCase({ preview: { context, show, empty } }: { preview: Preview }) {
  const { t } = useTranslation('studio');
  const { sponsorKey } = useSession();
  const cases = useQuery(someCasesQuery(sponsorKey)).data?.listInfo ?? [];
  return (
    <NativeSelect
      size="xs"
      label={t('form.case')}
      value={context.caseKey ?? ''}
      data={[
        { value: '', label: t('form.emptyCase') },
        ...cases.map(({ caseKey, caseNo }) => ({ value: String(caseKey), label: caseNo })),
      ]}
      onChange={(event) => {
        empty();
        show({ caseKey: Number(event.currentTarget.value) || null });
      }}
    />
  );
}
