import { addMessages } from '#core/i18n/i18n.ts';
import { charts as en } from './chart-messages.en.ts';
import { charts as ko } from './chart-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly charts: typeof ko;
  }
}

addMessages('charts', { ko, en });
