/** What the form of a record may ask for. */
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readFile } from '../../../shared/contract/index.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { downloadOrTell } from '../../feedback/downloadOrTell.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { catalogueQuery } from '../../catalogue/catalogue.queries.ts';
import { chooseMaster } from '../../catalogue/chooseMaster.ts';
import { chooseSeveral } from '../../catalogue/chooseSeveral.ts';
import { chooseItems, itemNames } from '../../catalogue/items/chooseItems.ts';
import type { EngineServices } from '../../engine/index.ts';
import type { Language } from '../../i18n/index.ts';
import { useFormServices } from '../../page-editor/useFormServices.ts';
import { useSession } from '../../session/sessionStore.ts';
import type { RecordPageAddress } from './records.queries.ts';

interface RecordServicesInput {
  address: RecordPageAddress;
  language: Language;
  showAudit: (address: ItemAddress) => void;
}

/** The same object while the input stays the same. */
export function useRecordServices({
  address: { sponsorKey },
  language,
  showAudit,
}: RecordServicesInput): EngineServices {
  const queries = useQueryClient();
  const { appendix } = useRouteContext();
  const { clientType, appendices } = useSession();
  const form = useFormServices(sponsorKey, language);
  return useMemo<EngineServices>(() => {
    const itemChooser = { queries, language, appendices: [...new Set([appendix, ...appendices])] };
    return {
      ...form,
      // the studio finds items of cases
      showDefinition: undefined,
      choose: async (kind) => {
        const { records } = await queries.fetchQuery(catalogueQuery(appendix));
        const chooser = { sponsorKey, language, ownSender: clientType === 'SPO' };
        const chosen = await chooseMaster(kind, records, chooser);
        // records do not remember what filled them
        return chosen && { ...chosen, provenance: null };
      },
      chooseSeveral: (of, chosen, beside) =>
        chooseSeveral(of, chosen, { sponsorKey, language, ownSender: clientType === 'SPO', beside }),
      chooseItems: (chosen) => chooseItems(chosen, itemChooser),
      itemNames: (itemIds) => itemNames(itemIds, itemChooser),
      download: async (_, { fileKey }) => {
        if (fileKey) await downloadOrTell(readFile, { params: { sponsorKey, fileKey } });
      },
      showAudit,
    };
  }, [form, queries, appendix, appendices, sponsorKey, language, clientType, showAudit]);
}
