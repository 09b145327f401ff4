import { groups as en } from '#shared/i18n/en/groups.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { groups as ko } from '#shared/i18n/ko/groups.ts';

addWords('groups', { ko, en });
