-- Times within texts of audit trails, which are stored in UTC, as the reader sees them (docs/decisions/0382): each
-- `2026-01-31T09:05:09.000Z` becomes `2026-01-31 18:05:09 UTC+9`. What only looks like a time stays as it is.
create function times_in_zone(content text, zone text) returns text
  language plpgsql stable strict parallel safe
  as $$
    declare
      stored text;
      moment timestamptz;
      ahead interval;
    begin
      for stored in
        select distinct matches[1]
        from regexp_matches(content, '\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', 'g') as matches
      loop
        begin
          moment := stored::timestamptz;
        exception when datetime_field_overflow then
          continue;
        end;
        ahead := (moment at time zone zone) - (moment at time zone 'UTC');
        content := replace(content, stored, to_char(moment at time zone zone, 'YYYY-MM-DD HH24:MI:SS') || ' UTC'
          || case when ahead = interval '0' then ''
            else case when ahead < interval '0' then '-' else '+' end
              || to_char(greatest(ahead, -ahead), 'FMHH24') || replace(to_char(greatest(ahead, -ahead), ':MI'), ':00', '')
            end);
      end loop;
      return content;
    end
  $$;
