import { addMessages } from '#core/i18n/i18n.ts';
import { workloads as en } from './workload-messages.en.ts';
import { workloads as ko } from './workload-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly workloads: typeof ko;
  }
}

addMessages('workloads', { ko, en });
