-- notWritten: the time to write the handover is over.
alter table handover drop constraint handover_state_check,
  add constraint handover_state_check check (state in ('draft', 'finished', 'takenOver', 'notWritten'));
