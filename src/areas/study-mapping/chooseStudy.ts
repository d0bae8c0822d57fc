/** The two selection dialogs of a link: a study of case info, and a study of a source (specification 2-dialogs section 2). */
import i18next from 'i18next';
import { listCdmsStudies, listR3Studies } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { openListDialog, selectionDialog } from '../../dialogs/index.ts';

interface OfSponsor {
  sponsorKey: number;
  companyKey: number;
  ofSponsor: number;
}

const KEY = 'STD_KEY';

/** The key of the study. Null: the dialog was closed. */
export async function chooseR3Study(params: OfSponsor): Promise<number | null> {
  await i18next.loadNamespaces('dialogs');
  const answer = await openListDialog(
    selectionDialog('r3Study', i18next.getFixedT(i18next.language, 'dialogs'), {
      id: JSON.stringify(params),
      search: async ({ keyword, pageNo, rowCount }, signal) => {
        const query = { keyword, pageNo, rowCount };
        const { listInfo, pageInfo } = await call(listR3Studies, { params, query, signal });
        return {
          rows: listInfo.map((study) => ({
            key: String(study[KEY]),
            cells: Object.fromEntries(Object.entries(study).map(([name, value]) => [name, String(value)])),
          })),
          totalCount: pageInfo.totalCount,
          totalPage: pageInfo.totalPage,
        };
      },
    }),
  );
  return answer.how === 'picked' ? Number(answer.row.key) : null;
}

export interface CdmsStudy {
  sourceKey: number;
  studyId: string;
  protocol: string;
}

/** The study of a source. Null: the dialog was closed. */
export async function chooseCdmsStudy(params: OfSponsor): Promise<CdmsStudy | null> {
  await i18next.loadNamespaces('dialogs');
  const answer = await openListDialog(
    selectionDialog('cdmsStudy', i18next.getFixedT(i18next.language, 'dialogs'), {
      id: JSON.stringify(params),
      search: async ({ keyword, pageNo, rowCount }, signal) => {
        const query = { keyword, pageNo, rowCount };
        const { listInfo, pageInfo } = await call(listCdmsStudies, { params, query, signal });
        return {
          rows: listInfo.map(({ studyId, protocol, sourceKey }) => ({
            key: JSON.stringify([sourceKey, studyId, protocol]),
            cells: { studyId, protocol },
          })),
          totalCount: pageInfo.totalCount,
          totalPage: pageInfo.totalPage,
        };
      },
    }),
  );
  if (answer.how !== 'picked') return null;
  const [sourceKey, studyId, protocol] = JSON.parse(answer.row.key) as [number, string, string];
  return { sourceKey, studyId, protocol };
}
