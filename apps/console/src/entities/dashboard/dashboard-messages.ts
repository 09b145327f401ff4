import { addMessages } from '#core/i18n/i18n.ts';
import { dashboard as en } from './dashboard-messages.en.ts';
import { dashboard as ko } from './dashboard-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly dashboard: typeof ko;
  }
}

addMessages('dashboard', { ko, en });
