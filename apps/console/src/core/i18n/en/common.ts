import type { common as ko } from '../ko/common.ts';
import type { SameKeys } from '../message-types.ts';

export const common: SameKeys<typeof ko> = {
  ok: 'OK',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Retry',
  create: 'Create',
  edit: 'Edit',
  save: 'Save',
  delete: 'Delete',
  settings: 'Settings',
  path: 'You are here',
};
