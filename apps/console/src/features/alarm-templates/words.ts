import '#shared/alarm-items/words.ts';
import '#shared/list/words.ts';
import { alarmTemplates as en } from '#shared/i18n/en/alarm-templates.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { alarmTemplates as ko } from '#shared/i18n/ko/alarm-templates.ts';

addWords('alarmTemplates', { ko, en });
