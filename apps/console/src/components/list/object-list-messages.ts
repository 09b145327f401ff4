import { addMessages } from '#core/i18n/i18n.ts';
import { columns as columnsEn } from './column-messages.en.ts';
import { columns } from './column-messages.ko.ts';
import { objectList as objectListEn } from './object-list-messages.en.ts';
import { objectList } from './object-list-messages.ko.ts';

declare module '#core/i18n/i18n.ts' {
  interface LazyMessages {
    readonly objectList: typeof objectList;
    readonly columns: typeof columns;
  }
}

addMessages('objectList', { ko: objectList, en: objectListEn });
addMessages('columns', { ko: columns, en: columnsEn });
