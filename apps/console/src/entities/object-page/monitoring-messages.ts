import '#components/list/object-list-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { monitoring as en } from './monitoring-messages.en.ts';
import { monitoring as ko } from './monitoring-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly monitoring: typeof ko;
  }
}

addMessages('monitoring', { ko, en });
