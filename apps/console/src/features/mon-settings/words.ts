import { monSettings as en } from '#shared/i18n/en/mon-settings.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { monSettings as ko } from '#shared/i18n/ko/mon-settings.ts';

addWords('monSettings', { ko, en });
