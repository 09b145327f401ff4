import { groups as en } from '#core/i18n/en/groups.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { groups as ko } from '#core/i18n/ko/groups.ts';

addWords('groups', { ko, en });
