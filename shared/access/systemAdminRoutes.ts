/** The system administration, below `/system-admin`: opened only by the privilege of its administrators. */
import { PAGED, type RouteData } from './route.types.ts';

/** The sponsor of administration mode (specification section 2). */
export const ADMIN_SPONSOR_KEY = 1;

const NOTICE = { menuId: 'AD-MU-NT', depth1: 'AdminNotice', pageId: 'AD-MU-NT', privileges: [] } as const;
const COMPANY = { menuId: 'AD-MU-CO', depth1: 'AdminCompany', pageId: 'AD-MU-CO', privileges: [] } as const;
const SEARCH = { menuId: 'AD-MU-SE', depth1: 'AdminSearch', pageId: 'AD-MU-SE', privileges: [] } as const;
const CASE_INFO = {
  menuId: 'AD-MU-CI',
  depth1: 'AdminCaseInfo',
  pageId: 'AD-MU-CI',
  privileges: [],
} as const;
const USER = { menuId: 'AD-MU-US', depth1: 'AdminUser', pageId: 'AD-MU-US', privileges: [] } as const;
const JOB = { menuId: 'AD-MU-JB', depth1: 'AdminJob', pageId: 'AD-MU-JB', privileges: [] } as const;

const COMPANY_PATH = 'company/:companyKey';

export const SYSTEM_ADMIN_ROUTES = [
  {
    name: 'SystemAdmin',
    path: '',
    title: 'systemAdmin',
    pageId: 'MU-SA',
    menuId: 'MU-SA',
    depth1: 'SystemAdmin',
    privileges: [],
    redirectTo: 'AdminNotice',
  },
  { ...NOTICE, name: 'AdminNotice', path: 'notice', title: 'noticeList', redirectTo: 'AdminNoticeList' },
  { ...NOTICE, name: 'AdminNoticeList', path: `notice/list${PAGED}`, title: 'noticeList' },
  { ...NOTICE, name: 'AdminNoticeDetail', path: 'notice/:noticeKey/detail', title: 'noticeDetail' },
  { ...COMPANY, name: 'CompanyList', path: 'company', title: 'companyList', redirectTo: 'AdminCompanyList' },
  { ...COMPANY, name: 'AdminCompanyList', path: `company/list${PAGED}`, title: 'companyList' },
  {
    ...COMPANY,
    name: 'AdminCompany',
    path: COMPANY_PATH,
    title: 'companyProperty',
    redirectTo: 'AdminCompanyProperty',
  },
  { ...COMPANY, name: 'AdminCompanyProperty', path: `${COMPANY_PATH}/property`, title: 'companyProperty' },
  { ...COMPANY, name: 'AdminCompanyUserList', path: `${COMPANY_PATH}/user/list${PAGED}`, title: 'userList' },
  {
    ...COMPANY,
    name: 'AdminCompanyStudyMappingList',
    path: `${COMPANY_PATH}/study-mapping/list${PAGED}`,
    title: 'studyMappingList',
  },
  {
    ...COMPANY,
    name: 'AdminCompanyStudyMapping',
    path: `${COMPANY_PATH}/study-mapping/:studyKey/detail`,
    title: 'studyMapping',
  },
  { ...SEARCH, name: 'AdminSearch', path: 'search', title: 'searchData', redirectTo: 'AdminSearchData' },
  { ...SEARCH, name: 'AdminSearchData', path: `search/data${PAGED}`, title: 'searchData', tab: true },
  {
    ...SEARCH,
    name: 'AdminSearchSubmission',
    path: `search/submission${PAGED}`,
    title: 'searchSubmission',
    tab: true,
  },
  { ...CASE_INFO, name: 'AdminCaseInfo', path: 'caseinfo/receiver', title: 'adminReceiver' },
  { ...USER, name: 'SystemAdminUserList', path: `user/list${PAGED}`, title: 'userList' },
  { ...USER, name: 'SystemAdminUserDetail', path: 'user/:userKey/detail', title: 'userDetail' },
  { ...JOB, name: 'FailedJobList', path: `failed-job/list${PAGED}`, title: 'failedJobList' },
] as const satisfies readonly RouteData[];
