import { addMessages } from '#core/i18n/i18n.ts';
import { clusterFields as en } from './cluster-field-messages.en.ts';
import { clusterFields as ko } from './cluster-field-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly clusterFields: typeof ko;
  }
}

addMessages('clusterFields', { ko, en });
