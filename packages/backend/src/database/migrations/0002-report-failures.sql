-- Why the last try to make the report of a schedule failed, and when; null: it did not.
alter table report_schedule add column failure text, add column failed_at timestamptz;
