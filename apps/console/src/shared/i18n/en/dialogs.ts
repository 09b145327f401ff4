import type { dialogs as ko } from '../ko/dialogs.ts';
import type { SameKeys } from '../message-types.ts';

export const dialogs: SameKeys<typeof ko> = {
  alertLabel: 'Alert',
  confirmLabel: 'Confirmation',
  taskFailed: 'Task failed',
  taskFailedText: 'An error occurred while processing the task. Please try again later.',
  sessionExpired: 'The login session has expired.',
  groupsChanged:
    'The group permission has changed. Updating and reloading information for the allowed groups.',
  noAccess: 'There is no access right to this path.',
  invalidAddress: 'This page cannot be shown. Please check that the address you entered is valid.',
  readOnly: 'Changes are not allowed.',
  loginUnreachable:
    'The address of the login site could not be loaded. Check the network, then press OK to try again.',
};
