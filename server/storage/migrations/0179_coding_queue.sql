-- Equal texts of terms are coded together: the folded text, by which they are grouped.

-- null: not derived yet, or only the code is there
alter table case_coding add column text_key text;
-- of the hash: a text may be longer than an entry of an index
create index case_coding_text on case_coding (sponsor_key, item_id, md5(text_key));
