-- SHA-256 of the browser's secret at the login site. Null: stored before this column.
alter table sign_in add column browser_hash bytea
  constraint sign_in_browser_hash_check check (octet_length(browser_hash) = 32);
