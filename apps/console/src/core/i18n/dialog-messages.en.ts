import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { dialogs as ko } from './dialog-messages.ko.ts';

export const dialogs: SameKeys<typeof ko> = {
  alertLabel: 'Alert',
  confirmLabel: 'Confirmation',
  taskFailed: 'Task failed',
  taskFailedText: 'An error occurred while processing the task. Please try again later.',
  sessionExpired: 'The login session has expired.',
  groupsChanged:
    'The group permission has changed. Updating and reloading information for the allowed groups.',
  viewEnded:
    'Viewing as another user has ended, because that user or your own rights have changed. You will be taken back to your own view.',
  noAccess: 'There is no access right to this path.',
  invalidAddress: 'This page cannot be shown. Please check that the address you entered is valid.',
  outsideSelection: 'The cluster {{name}} is not in the selected groups.',
  selectGroup: 'Add the group {{group}} to the selection to open the page.',
  addGroup: 'Add group',
  readOnly: 'Changes are not allowed.',
  loginUnreachable:
    'The address of the login site could not be loaded. Check the network, then press OK to try again.',
};
