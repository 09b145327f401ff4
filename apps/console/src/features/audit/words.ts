import { audit as en } from '#shared/i18n/en/audit.ts';
import { addWords } from '#shared/i18n/i18n.ts';
import { audit as ko } from '#shared/i18n/ko/audit.ts';

addWords('audit', { ko, en });
