import { alarmSettings as en } from '#core/i18n/en/alarm-settings.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { alarmSettings as ko } from '#core/i18n/ko/alarm-settings.ts';

addWords('alarmSettings', { ko, en });
