import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { groups as en } from './group-messages.en.ts';
import { groups as ko } from './group-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly groups: typeof ko;
  }
}

addMessages('groups', { ko, en });
