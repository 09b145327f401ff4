import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { common as ko } from './common-messages.ko.ts';

export const common: SameKeys<typeof ko> = {
  erasedUser: 'Erased user {{no}}',
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
