import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { errors as ko } from './error-messages.ko.ts';

export const errors: SameKeys<typeof ko> = {
  readerOnly: 'This account may only look. Please ask an administrator for changes.',
  withCode: 'Error occurred [error code: {{code}}]',
  requiredParameter: 'The required parameter is missing.',
  code: {
    sessionFailed: 'The login session has expired. Please log in again.',
    subGroupNotAllowed: 'The group permission has changed. Please select from the allowed groups again.',
    unknown: 'An unknown error occurred. Please try again later.',
    missingParameter: 'The required parameter is missing. Please fill in what is missing.',
    invalidParameter: 'A value is not valid. Please check it and enter it again.',
    notFound: 'The item was not found. Please refresh the list to see whether it was deleted.',
    conflict:
      'The name is taken, or someone else made a change first. Please choose another name, or refresh and try again.',
    noPermission: 'You have no permission to do this. Please ask an administrator for it.',
    tooLarge: 'What was sent is too large. Please make it smaller and try again.',
    tooManyRequests: 'There were too many requests. Please wait a moment and try again.',
    busy: 'The server is busy. Please try again shortly.',
    inUse: 'It is in use and cannot be deleted. Please remove what uses it first.',
    viewingOnly: 'Nothing can be changed while viewing as another user. Please stop viewing first.',
    proofNeeded: 'This change needs a new proof of who you are. Please confirm it, and try again.',
    viewEnded: 'Viewing as another user is over. Please go back to your own view.',
  },
  transport: {
    network: 'The server cannot be reached. Please check the network and try again.',
    timeout: 'The server is taking too long to answer. Please try again later.',
    noEnvelope: 'The server did not answer properly. Please try again later.',
    cutOff: 'The answer broke off, so only a part of it has arrived. Please try again later.',
  },
};
