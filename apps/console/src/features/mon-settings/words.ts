import { monSettings as en } from '#core/i18n/en/mon-settings.ts';
import { addWords } from '#core/i18n/i18n.ts';
import { monSettings as ko } from '#core/i18n/ko/mon-settings.ts';

addWords('monSettings', { ko, en });
