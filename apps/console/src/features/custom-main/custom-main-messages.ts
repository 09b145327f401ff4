import '#components/forms/form-messages.ts';
import '#entities/dashboard/dashboard-messages.ts';
import '#components/list/object-list-messages.ts';
import '#components/range/range-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { customMain as en } from './custom-main-messages.en.ts';
import { customMain as ko } from './custom-main-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly customMain: typeof ko;
  }
}

addMessages('customMain', { ko, en });
