-- Why a message was not delivered: a reason and its detail, which the console shows in the language of its reader. The text in
-- last_error is what older servers write, which run beside this one during an upgrade; a later migration may drop it. What a
-- relay reported stands in receipt_text alone.
alter table outbox add column note json;
alter table push_subscription add column note json;
update outbox set note = json_build_object('why', 'older', 'detail', last_error)
  where last_error is not null and (receipt_text is null or right(last_error, length(receipt_text)) <> receipt_text);
update outbox set receipt_text = substr(receipt_text, length('the relay reports: ') + 1)
  where starts_with(receipt_text, 'the relay reports: ');
update push_subscription set note = json_build_object('why', 'older', 'detail', last_error) where last_error is not null;
