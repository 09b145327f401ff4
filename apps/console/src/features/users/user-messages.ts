import '#components/forms/form-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { users as en } from './user-messages.en.ts';
import { users as ko } from './user-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly users: typeof ko;
  }
}

addMessages('users', { ko, en });
