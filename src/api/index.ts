/** The browser's door to the server. */
export { call, isGivenUp } from './call.ts';
export { onAccessVersion } from './accessVersion.ts';
export { attemptKeys } from './attemptKeys.ts';
export { catalogueVersion, onCatalogueVersion } from './catalogueVersion.ts';
export {
  CallFailure,
  BAD_ANSWER,
  EXPIRED,
  NO_CONNECTION,
  NO_PRIVILEGE,
  isUnanswered,
} from './callFailure.ts';
export { onSessionExpired, setSessionParams, setToken } from './credentials.ts';
export { download, fetchFile, onMissingRows, onOmittedItems, saveCsv, upload } from './files.ts';
export { noteReach, onReach } from './reachability.ts';
export { pathValues } from './request.ts';
export { reportError, setReportedBuild, setReporter } from './reportError.ts';
