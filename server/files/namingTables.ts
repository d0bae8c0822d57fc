/** The tables whose rows name files. A file that none of them names is removed, and is in no backup. */
export const NAMING_TABLES = ['stored_file', 'import_file', 'notice_file', 'email_log'] as const;
