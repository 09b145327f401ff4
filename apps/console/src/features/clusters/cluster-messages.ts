import '#components/forms/form-messages.ts';
import '#components/list/table-messages.ts';
import { addMessages } from '#core/i18n/i18n.ts';
import { clusters as en } from './cluster-messages.en.ts';
import { clusters as ko } from './cluster-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly clusters: typeof ko;
  }
}

addMessages('clusters', { ko, en });
