-- Home lists the events of sync_event: the table that a demo filled goes, with what users chose about its columns.
drop table edc_sync;
delete from user_filter where menu_id = 'MU-HM-ES' and column_id in ('state', 'receivedAt');
