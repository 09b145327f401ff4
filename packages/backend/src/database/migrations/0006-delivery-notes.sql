-- Why a message was not delivered is stored as a reason and its detail, which the console shows in the language of its reader.
-- What a relay reported stands in a column of its own.
alter table outbox alter column last_error type json
  using case when last_error is not null and last_error is distinct from receipt_text
    then json_build_object('why', 'other', 'detail', last_error) end;
update outbox set receipt_text = substr(receipt_text, length('the relay reports: ') + 1)
  where starts_with(receipt_text, 'the relay reports: ');
alter table push_subscription alter column last_error type json
  using case when last_error is not null then json_build_object('why', 'other', 'detail', last_error) end;
