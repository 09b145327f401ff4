import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { forms as ko } from './form-messages.ko.ts';

export const forms: SameKeys<typeof ko> = {
  notDone: 'Not done',
  unsavedTitle: 'Unsaved changes',
  unsavedText: 'There are changes that have not been saved. Leave without saving them?',
  discard: 'Leave',
  stay: 'Keep editing',
  conflictTitle: 'Another user was faster',
  conflictText:
    'Another user changed this while you were editing. Reload the saved version, or overwrite it with yours.',
  overwrite: 'Overwrite',
  reload: 'Reload',
  nameEmpty: 'Please enter a name.',
  nameTooLong: 'A name has 50 characters at most.',
  nameControlCharacter: 'The name contains a control character. Please remove it.',
  nameInvisible: 'Please enter at least one visible character.',
  nameTaken: 'The name is taken. Please enter another one.',
  nameHint: '1–50 characters; spaces around it are removed.',
  copy: 'Copy',
  copied: 'Copied',
};
