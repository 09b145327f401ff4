import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { duty as en } from './duty-messages.en.ts';
import { duty as ko } from './duty-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly duty: typeof ko;
  }
}

addMessages('duty', { ko, en });
