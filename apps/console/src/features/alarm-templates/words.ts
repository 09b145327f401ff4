import '#entities/alarm-items/words.ts';
import '#components/list/words.ts';
import { alarmTemplates as en } from '#core/i18n/en/alarm-templates.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { alarmTemplates as ko } from '#core/i18n/ko/alarm-templates.ts';

addWords('alarmTemplates', { ko, en });
