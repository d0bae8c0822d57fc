import type { AreaPages } from '../../app-context/routeData.ts';

const list = () => import('./CodingPage.tsx').then(({ CodingPage }) => CodingPage);

export const codingPages: AreaPages = {
  group: 'coding',
  pages: {
    CodingProductList: list,
    CodingMfdsProductList: list,
    CodingSubstanceList: list,
    CodingMfdsSubstanceList: list,
    CodingIdfProductList: list,
    CodingIdfSubstanceList: list,
  },
};
