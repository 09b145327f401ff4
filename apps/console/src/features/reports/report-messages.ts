import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { reports as en } from './report-messages.en.ts';
import { reports as ko } from './report-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly reports: typeof ko;
  }
}

addMessages('reports', { ko, en });
