-- Which other cases a receiver has under the number of a report.
create index submission_message_number on submission_message (sponsor_key, case_number);
