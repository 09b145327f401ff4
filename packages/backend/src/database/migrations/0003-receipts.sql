-- What a relay reports about a message that it accepted: how often it confirmed that a recipient got it, what it said last when it
-- did not, and whether that means that a recipient has not got the message.
alter table outbox
  add column received_cnt int not null default 0,
  add column receipt_text text,
  add column is_receipt_failed boolean not null default false;
