import { columns as columnsEn } from '#core/i18n/en/columns.ts';
import { objectList as objectListEn } from '#core/i18n/en/object-list.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { columns } from '#core/i18n/ko/columns.ts';
import { objectList } from '#core/i18n/ko/object-list.ts';

// No part of the first load: whoever shows a list imports this file first.
addWords('objectList', { ko: objectList, en: objectListEn });
addWords('columns', { ko: columns, en: columnsEn });
