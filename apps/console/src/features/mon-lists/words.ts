import { monLists as en } from '#core/i18n/en/mon-lists.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { monLists as ko } from '#core/i18n/ko/mon-lists.ts';

addWords('monLists', { ko, en });
