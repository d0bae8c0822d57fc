/** Tables of notices. */
import type { Generated, JSONColumnType } from 'kysely';
import type { RichText } from '../../shared/text/richText.ts';
import type { Default, Flag } from './columnTypes.ts';

export interface NoticeTable {
  sponsor_key: number;
  notice_key: Generated<number>;
  title: string;
  content: JSONColumnType<RichText>;
  country: Default<string>;
  /** written as `YYYYMMDD`; read through `to_char`, for the driver would make a moment of it */
  effect_date: string;
  expire_date: string | null;
  notice_all: Default<Flag>;
  popup: Default<Flag>;
  alarm_email: Default<Flag>;
  del_flag: Default<Flag>;
  reg_time: Date;
  changed_at: Date;
  reg_user_key: number;
  user_name: string;
}

export interface NoticeFileTable {
  sponsor_key: number;
  notice_key: number;
  file_key: string;
  file_name: string;
  media_type: string;
  size: number;
  sort: number;
  del_flag: Default<Flag>;
}

/** Whom the alarm of a notice was mailed to. */
export interface NoticeMailTable {
  sponsor_key: number;
  notice_key: number;
  user_key: number;
  user_name: string;
  address: string;
  outbox_key: number;
  at: Date;
}
