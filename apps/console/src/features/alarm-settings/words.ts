import { alarmSettings as en } from '#shared/i18n/en/alarm-settings.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { alarmSettings as ko } from '#shared/i18n/ko/alarm-settings.ts';

addWords('alarmSettings', { ko, en });
