import { monLists as en } from '#shared/i18n/en/mon-lists.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { monLists as ko } from '#shared/i18n/ko/mon-lists.ts';

addWords('monLists', { ko, en });
