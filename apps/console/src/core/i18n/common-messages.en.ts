import type { SameKeys } from '#core/i18n/message-types.ts';
import type { common as ko } from './common-messages.ko.ts';

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
