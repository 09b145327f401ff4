import { addMessages } from '#core/i18n/i18n.ts';
import { nodes as en } from './node-messages.en.ts';
import { nodes as ko } from './node-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly nodes: typeof ko;
  }
}

addMessages('nodes', { ko, en });
