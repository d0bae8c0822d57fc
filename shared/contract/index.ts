/** Every call of the HTTP interface. */
export * from './call.ts';
export * from './common.ts';
export * from './accounts.ts';
export * from './auth.ts';
export * from './environment.ts';
export * from './cases.ts';
export * from './casePages.ts';
export * from './findings.ts';
export * from './helpdesk.ts';
export * from './items.ts';
export * from './journal.ts';
export * from './logs.ts';
export * from './notices.ts';
export * from './presence.ts';
export * from './schemas.ts';
export * from './sso.ts';
export * from './menus.ts';
